/**
 * `npm run budget`: prints what every page weighs beside its budget (`tests/helpers/budgets.json`), and ends with 1 when a
 * page is over it. A page is weighed before a touch, at a first visit on a weak device, in the heavier of the two
 * languages. Bytes are Brotli: `html` is the document without styles and scripts, `styles` the inline rules, `sheet` the
 * route's other rules where they are fetched without a touch, `script` inline code and modules.
 */
import { budgetOf, KINDS, overBudget, weighSite } from '#tests/helpers/budget.ts';
import { startServer } from '#tests/helpers/server.ts';

const server = await startServer();
const pages = await weighSite(server);
await server.stop();

const rows = pages.map(({ path, reader, weight }) => {
  const budget = budgetOf(path, reader);
  return [path, reader, ...KINDS.map((kind) => `${weight[kind]} / ${budget[kind]}`)];
});
const heads = ['page', 'reader', ...KINDS];
const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
for (const row of [heads, ...rows])
  console.log(row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));

const over = pages.flatMap(overBudget);
console.log(over.length > 0 ? over.join('\n') : `${pages.length} pages, none over its budget.`);
process.exit(over.length > 0 ? 1 : 0);
