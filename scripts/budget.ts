/**
 * `npm run budget`: writes docs/budgets.md with the weight and the budget (`tests/helpers/budgets.json`) of every page.
 * Exits with 1 when a page is over its budget.
 */
import { join } from 'node:path';
import { budgetOf, KINDS, overBudget, weighSite } from '#tests/helpers/budget.ts';
import { startServer } from '#tests/helpers/server.ts';

const DOCUMENT = join(import.meta.dir, '../docs/budgets.md');
const HEADS = ['page', 'reader', ...KINDS];
const RIGHT = 2;

const server = await startServer();
const pages = await weighSite(server);
await server.stop();

const rows = pages.map(({ path, reader, weight }) => {
  const budget = budgetOf(path, reader);
  return [path, reader, ...KINDS.map((kind) => `${weight[kind]} / ${budget[kind]}`)];
});
const widths = HEADS.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
const line = (cells: readonly string[]) =>
  `| ${cells.map((cell, i) => (i < RIGHT ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
const rule = widths.map((width, i) => (i < RIGHT ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));

await Bun.write(
  DOCUMENT,
  `# Budgets

For engineers who change a page: what each page weighs and, after the slash, may weigh. \`npm run budget\` writes this file;
\`tests/server/budgets.test.ts\` holds every page to its budget.

A page is weighed before a touch, at a first visit on a weak device, in the heavier of the two languages. The trader holds 8
positions, 2 of them shorts, has 4 working orders and 30 fills, a place, an unread notification and equipped items
(\`tests/helpers/ordinary-trader.ts\`). Bytes are Brotli: \`html\` is the document without styles and scripts, \`styles\` the inline
rules, \`sheet\` the route's other rules where they are fetched without a touch, \`script\` inline code and the modules that the
document names, with all that they import at once. What /chart imports later is counted in a browser,
\`tests/browser/ordinary.test.ts\`.

${[HEADS, rule, ...rows].map(line).join('\n')}
`,
);

const over = pages.flatMap(overBudget);
console.log(
  over.length > 0 ? over.join('\n') : `${pages.length} pages, none over its budget: docs/budgets.md.`,
);
process.exit(over.length > 0 ? 1 : 0);
