/** A private game checked in a member's browser: the stored heads, the result afterwards, and the page without scripts. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { allAwake, launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const MINUTE = 60_000;
const HEADS = 'paperpit-heads';
const time = { ms: Date.now() - 300 * MINUTE };

let browser: TestBrowser;
let server: TestServer;
let ann: Client;
let id: string;
let heads: string;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer({ clock: { now: () => time.ms } })]);
  server.services.gameKeeper.stop();
  ann = await server.register('ann');
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const fields = { name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own', endsAt };
  ({ id } = (await ann.post<{ id: string }>('/api/leagues', fields)).json);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function trade(action: string, quantity: number): Promise<void> {
  time.ms += MINUTE;
  const order = { user_id: ann.userId, symbol: 'AAPL', action, quantity, game: id };
  expect((await ann.post('/api/trade', order)).status).toBe(200);
}
const linkCount = async () => (await server.sql`select from season_chain where season_id < -1`).length;

async function open(path: string, script = true): Promise<TestPage> {
  const page = await browser.open({ viewport: { width: 360, height: 740 }, javaScriptEnabled: script });
  await signIn(page, ann);
  await page.goto(server.url + path);
  return page;
}

test("a page of the league stores the newest head of the game's chain", async () => {
  await trade('buy', 10);
  await until(async () => {
    await server.services.chain.tick();
    return (await linkCount()) > 0;
  });
  const page = await open(`/leagues/${id}`);
  await allAwake(page);
  await page.mouse.click(5, 5);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, HEADS);
  heads = await page.evaluate((key) => localStorage.getItem(key)!, HEADS);
  const [[, seq, head]] = JSON.parse(heads);
  const [link] = await server.sql<{ seq: number; head: Uint8Array }[]>`
    select seq, head from season_chain where season_id < -1 order by seq desc limit 1`;
  expect([seq, head]).toEqual([link!.seq, Buffer.from(link!.head).toString('hex')]);
  expect(page.problems).toEqual([]);
});

async function check(storedHeads: string): Promise<TestPage> {
  const page = await open(`/leagues/${id}/check`);
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [HEADS, storedHeads]);
  await page.locator('[data-part=start]').click();
  await page.waitForSelector('.check:is([data-end=holds], [data-end=differs])');
  return page;
}

test('afterwards it holds; against another head than this browser saw it does not', async () => {
  await trade('sell', 4);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  time.ms += 120 * MINUTE;
  await server.services.gameKeeper.check();
  await admin.post('/api/toggle-competition', { active: false });
  time.ms += 3 * MINUTE;
  await server.services.seasons.refresh();
  const page = await check(heads);
  expect(await page.locator('[data-part=tag]').textContent()).toBe('The game holds');
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
  const other = await check(heads.replace(/"(.)/, (_, digit) => `"${digit === '0' ? '1' : '0'}`));
  expect(await other.locator('[data-part=tag]').textContent()).toBe('The game does not hold');
  expect(await other.locator('[data-part=rows]').textContent()).toContain('saw a different history');
});

test('without JavaScript the rules of the league lead to the file', async () => {
  const page = await open(`/leagues/${id}?tab=rules`, false);
  const bundle = page.locator(`a[href="/api/leagues/${id}/bundle"]`);
  expect(await bundle.isVisible()).toBe(true);
  const answer = await page.request.get(`${server.url}/api/leagues/${id}/bundle`);
  expect(answer.status()).toBe(200);
});
