/** `npm run budget`: weighs every page, writes docs/budgets.md, and ends with 1 when a page is over its budget. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { budgetOf, KINDS, overBudget, weighSite } from '#tests/helpers/budget.ts';
import { startServer } from '#tests/helpers/server.ts';

const FILE = join(import.meta.dir, '../docs/budgets.md');
const HEAD = `# What pages weigh

Written by \`npm run budget\`; \`npm test\` fails when a figure is over its budget (\`tests/helpers/budgets.json\`). Each cell is
the figure and its budget, before anybody touches the page, on a device with nothing to spare, at its first visit: bytes in
Brotli, the heavier of the two languages. \`html\` is the document without styles and scripts, \`styles\` the rules inline,
\`sheet\` the route's other rules, where something that wakes by itself fetches them, \`script\` what is inline and the
modules, \`requests\` the document and the files it fetches.
`;

const server = await startServer();
const pages = await weighSite(server);
await server.stop();

const rows = pages.map(({ path, reader, weight }) => {
  const budget = budgetOf(path, reader);
  return [`\`${path}\``, reader, ...KINDS.map((kind) => `${weight[kind]} / ${budget[kind]}`)];
});
const heads = ['page', 'reader', ...KINDS];
const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
/** Figures stand under each other at the end of their column, words at its start. */
const line = (cells: readonly string[]) =>
  `| ${cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
const rule = widths.map((width, i) => (i < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
writeFileSync(FILE, `${HEAD}\n${[heads, rule, ...rows].map(line).join('\n')}\n`);

const over = pages.flatMap(overBudget);
console.log(over.length > 0 ? over.join('\n') : `${pages.length} pages, none over its budget.`);
process.exit(over.length > 0 ? 1 : 0);
