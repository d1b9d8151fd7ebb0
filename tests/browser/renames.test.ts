/** An admin renames a held ticker that the feed dropped, and settles it for traders with both tickers, on a phone and on a desktop. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createFmpMarket } from '#market/fmp/market.ts';
import { barriers, searchEach } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { say } from '../helpers/english.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import { FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { VIEWS } from '../helpers/matrix.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

/** A Monday, 13:00 in New York. */
const MONDAY = Date.parse('2026-06-01T17:00:00Z');

let time: ManualTime;
let stand: StandIn;
let server: TestServer;
let browser: TestBrowser;
let admin: Client;
let clock: ReturnType<typeof setInterval>;

beforeAll(async () => {
  browser = await launchBrowser();
  time = manualTime(MONDAY);
  stand = await standIn({ now: time.now });
  const market = await createFmpMarket({ apiKey: FMP_KEY, baseUrl: stand.url, perMinute: 6_000, time });
  const capabilities = { ...market.capabilities, splits: false };
  server = await startServer({ market: { ...market, capabilities }, clock: time });
  admin = await server.admin();
  // requests to the feed are queued by time
  clock = setInterval(() => void time.advance(500), 50);
});
afterAll(async () => {
  clearInterval(clock);
  await browser?.close();
  await server?.stop();
  await stand?.stop();
});

test.each(VIEWS)('renamed and settled in $lang, $width pixels wide', async ({ lang, width, height }) => {
  await admin.post('/api/toggle-competition', { active: true });
  for (const [who, symbols] of [
    [`one${width}${lang}`, ['MSFT']],
    [`two${width}${lang}`, ['MSFT', 'KO']],
  ] as const) {
    const trader = await server.register(who);
    for (const symbol of symbols) {
      const order = { user_id: trader.userId, symbol, action: 'buy', quantity: 10.5 };
      expect((await trader.post('/api/trade', order)).status).toBe(200);
    }
  }
  stand.state.dropped.add('MSFT');
  await until(async () => (await server.services.symbolChanges.unpriced()).length === 1);
  const page = await browser.open({ viewport: { width, height }, reducedMotion: 'reduce' });
  await searchEach(page);
  await signIn(page, admin);
  await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
  const text = (key: string, params?: Record<string, string>) =>
    say({ key: `symbols:${key}`, ...(params && { params }) } as never, lang);
  const press = async (key: string) => {
    const dialog = page.getByRole('dialog');
    const within = (await dialog.count()) > 0 ? dialog : page;
    await within
      .getByRole('button', { name: text(key), exact: true })
      .first()
      .click();
  };
  const looks = async (part: string) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([part, await barriers(page), page.problems, Math.max(0, wide)]).toEqual([part, [], [], 0]);
    const folder = process.env.PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${part}-${lang}-${width}.png`, fullPage: true });
  };
  await page.goto(`${server.url}/admin/market`);
  await page.getByRole('heading', { name: 'MSFT' }).waitFor();
  await looks('list');
  await page.locator('[name=newSymbol]').fill('ko');
  await press('rename');
  await page
    .getByRole('dialog')
    .getByText(text('effectBoth', { symbol: 'MSFT' }))
    .waitFor();
  await looks('rename');
  await press('rename');
  await page.getByText(text('renamed')).first().waitFor();
  await page.locator('[name=price]').fill('54,2');
  await page.locator('[name=reason]').fill('Bought for $54.20 in cash.');
  await press('settle');
  await page.getByRole('dialog').getByText('Bought for').waitFor();
  await looks('settle');
  await press('settle');
  await page.getByText(text('none')).waitFor();
  await looks('none');
  await page.close();
  // the feed is asked again about an unknown ticker after ten minutes
  stand.state.dropped.delete('MSFT');
  await time.advance(11 * 60_000);
  await server.services.seasons.end(null);
  await server.services.seasons.reset(null);
});
