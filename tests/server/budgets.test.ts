/** The weight of every page before a touch, against its budget. `npm run budget` prints the same figures. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { budgetOf, KINDS, overBudget, weighSite } from '../helpers/budget.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

test('no page weighs more than its budget, for a visitor or a trader', async () => {
  const pages = await weighSite(server);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap(overBudget)).toEqual([]);
}, 300_000);

test('a page over its budget is named, with what it has too much of', () => {
  const weight = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<(typeof KINDS)[number], number>;
  const page = { path: '/chart', reader: 'trader' as const, weight };
  expect(overBudget(page)).toEqual([]);
  weight.script = budgetOf('/chart', 'trader').script + 1;
  expect(overBudget(page)).toEqual([
    `/chart for a trader: script ${weight.script}, budget ${weight.script - 1}`,
  ]);
});
