/** The check of a season in the reader's browser: its sentence, the first differences, without scripts, in Hebrew. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { barriers } from '../helpers/axe.ts';
import { allAwake, launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { bundleText, sampleBundle, seal } from '../helpers/sample-bundle.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PATH = '/competitions/1/check';
const honest = sampleBundle({ fills: 300, traders: 12, symbols: 4, days: 3, ordersEach: 9 });
const FILLS = honest.filter(([kind]) => kind === 'fill').length;
/** Gives one fill another price. */
const CHANGED = honest.filter(([kind]) => kind === 'fill')[40]!;
const TAMPERED = seal(honest.map((line) => (line === CHANGED ? line.with(6, '1.2345') : line)));

/** How far the server's clock is ahead, ms. */
let shift = 0;
const clock = { now: () => Date.now() + shift };

let browser: TestBrowser;
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer({ clock })]);
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
/** Ends the season and passes the time until its seeds are public. */
async function endSeason(): Promise<void> {
  if (shift > 0) return;
  await admin.post('/api/toggle-competition', { active: false });
  shift = 120_000;
}
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Answers requests for the season's bundle with these lines. */
const answerWith = (page: Page, lines: typeof honest) =>
  page.route('**/competitions/1/bundle', (route) =>
    route.fulfill({ contentType: 'application/gzip', body: gzipSync(bundleText(lines)) }),
  );

async function open(lines: typeof honest, { phone = false, lang = 'en', script = true } = {}) {
  await endSeason();
  const viewport = phone ? { width: 360, height: 740 } : { width: 1280, height: 800 };
  const page = await browser.open({ viewport, javaScriptEnabled: script });
  await answerWith(page, lines);
  await page.goto(server.url + (lang === 'he' ? '/he' : '') + PATH);
  return page;
}
const ended = (page: Page) => page.waitForSelector('.check:is([data-end=holds], [data-end=differs])');
const part = (page: Page, name: string) => page.locator(`[data-part=${name}]`);

test('while the season runs there is nothing to start', async () => {
  const { text: running } = await admin.get(PATH, { accept: 'text/html' });
  expect(textOf(running)).toContain(
    'The bundle comes about a minute after the season has ended, when its seeds are public.',
  );
  expect(running).not.toContain('data-part="start"');
});

test('an open chart keeps the heads of the chain as the season goes on', async () => {
  const trader = await server.register('ann');
  const page = await browser.open();
  await signIn(page, trader);
  await page.goto(`${server.url}/chart?symbol=AAPL`);
  await allAwake(page);
  await page.mouse.click(5, 5);
  await page.waitForSelector('is-land[data-island=SeenHeads][data-island-status=awake]', {
    state: 'attached',
  });
  const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  expect((await trader.post('/api/trade', order)).status).toBe(200);
  await page.waitForFunction(() => localStorage.getItem('paperpit-heads') !== null);
  const heads = await page.evaluate(() => JSON.parse(localStorage.getItem('paperpit-heads')!));
  const { json } = await trader.get('/api/seasons/1/chain');
  const { season, seq, head, at } = json as { season: number; seq: number; head: string; at: number };
  expect(heads).toEqual([[season, seq, head, at]]);
});

test('an honest season: one sentence, six steps, the field full, nothing in the console', async () => {
  const page = await open(honest);
  await part(page, 'start').click();
  await ended(page);
  expect(await part(page, 'headline').textContent()).toBe(
    `${FILLS} fills by 12 traders: every price, every balance, every place re-derived in this browser.`,
  );
  expect(await part(page, 'tag').textContent()).toBe('Season 1 holds');
  expect(await part(page, 'spoken').textContent()).toBe((await part(page, 'headline').textContent())!);
  const states = await page
    .locator('[data-step]')
    .evaluateAll((all) => all.map((each) => each.dataset.state));
  expect(states).toEqual(Array(6).fill('good'));
  expect(await part(page, 'percent').textContent()).toBe('100%');
  expect(await page.locator('[data-part=findings]').isHidden()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('a changed price on a phone, in Hebrew: the row, both values, the report', async () => {
  const page = await open(TAMPERED, { phone: true, lang: 'he' });
  await part(page, 'start').click();
  await ended(page);
  expect(await part(page, 'tag').textContent()).toBe('עונה 1 לא נכונה');
  const rows = await page
    .locator('[data-part=rows] tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
  const changedRow = rows.find(([where, , , is]) => where === `ביצוע ${CHANGED[1]}` && is === '1.2345');
  expect(changedRow?.[4]).toBe(CHANGED[6] as string);
  const saved = page.waitForEvent('download');
  await part(page, 'save').click();
  const report = JSON.parse(await Bun.file(await (await saved).path()).text());
  expect(report).toMatchObject({ end: 'differs', season: 3, differing: [40] });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await barriers(page)).toEqual([]);
});

test('a head this browser saw while the season ran, and the bundle has not', async () => {
  const page = await open(honest);
  const minuteAt = Date.UTC(2026, 11, 3, 14, 3);
  await page.evaluate(
    (seen) => localStorage.setItem('paperpit-heads', JSON.stringify(seen)),
    [
      [3, 2, 'ab'.repeat(32), minuteAt],
      [4, 1, 'cd'.repeat(32), minuteAt],
    ],
  );
  await part(page, 'start').click();
  await ended(page);
  const rows = await page.locator('[data-part=rows] tr td:nth-child(3)').allTextContents();
  expect(rows).toEqual([
    expect.stringMatching(/^On 3 Dec,? \d\d:03 this browser saw a different history\.$/),
  ]);
});

test('stopped, and begun again', async () => {
  const page = await open(honest);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.unroute('**/competitions/1/bundle');
  await page.route('**/competitions/1/bundle', async (route) => {
    await held;
    await route.fulfill({ body: gzipSync(bundleText(honest)) }).catch(() => {});
  });
  await part(page, 'start').click();
  await part(page, 'stop').click();
  expect(await part(page, 'headline').textContent()).toBe('The check was stopped');
  release();
  await page.unroute('**/competitions/1/bundle');
  await answerWith(page, honest);
  await part(page, 'start').click();
  await ended(page);
  expect(await part(page, 'tag').textContent()).toBe('Season 1 holds');
});

test('without script: what it would do, and the command', async () => {
  const page = await open(honest, { script: false });
  expect(await page.locator('noscript, .check').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('npm run verify-season -- bundle season-1.jsonl.gz')]),
  );
  expect(await page.locator('noscript p').isVisible()).toBe(true);
  expect(await part(page, 'note').textContent()).toContain('compares each with what was published.');
  expect(await part(page, 'start').isVisible()).toBe(false);
});
