/** From the scanner to the chart, with scripts and without, by mouse and by keys. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  trader = await server.register();
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string, options: object = {}): Promise<TestPage> {
  const page = await browser.open(options);
  await signIn(page, trader);
  await page.goto(server.url + path);
  return page;
}
const query = (page: TestPage) => new URL(page.url()).searchParams;

for (const javaScriptEnabled of [true, false]) {
  test(`scan, sort, open (javaScriptEnabled: ${javaScriptEnabled})`, async () => {
    const page = await open('/screener', { javaScriptEnabled, viewport: { width: 360, height: 740 } });
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Day Trading').check();
    await page.getByLabel('Sector').fill('technology');
    await page.getByRole('button', { name: 'Scan Market' }).click();
    await page.waitForURL('**/screener?*');
    expect([query(page).get('type'), query(page).get('sector')]).toEqual(['day', 'technology']);
    expect(await page.getByLabel('Day Trading').isChecked()).toBe(true);
    // the filters fold again, so that the results come first
    expect(await page.getByLabel('Sector').isVisible()).toBe(false);

    await page.getByRole('link', { name: 'Symbol' }).click();
    await page.locator('th[aria-sort=ascending][data-column=symbol]').waitFor();
    const rows = page.locator('tbody tr');
    const symbols = await page
      .locator('tbody .scan-link .font-600 bdi')
      .evaluateAll((all) => all.map((each) => each.textContent!));
    expect(symbols.length).toBeGreaterThan(10);
    expect(symbols).toEqual(symbols.toSorted());

    // the whole row works, not only its first cell: the link covers it
    await rows.nth(3).locator('[data-column=price]').click({ force: true });
    await page.waitForURL(({ pathname }) => pathname === '/chart', { waitUntil: 'commit' });
    expect(query(page).get('symbol')).toBe(symbols[3]!);
    expect(await page.locator('input[name=symbol]').first().inputValue()).toBe(symbols[3]!);
    expect(page.problems).toEqual([]);
  });
}

test('in Hebrew too the figures of a column end at the same place', async () => {
  const page = await open('/screener?scan=1&type=day', {
    locale: 'he-IL',
    viewport: { width: 1280, height: 800 },
  });
  const volumes = await page
    .locator('td[data-column=volume] bdi')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)));
  expect(volumes.length).toBeGreaterThan(10);
  expect(new Set(volumes).size).toBe(1);
});

test('by keys alone, focus always to be seen', async () => {
  const page = await open('/screener?scan=1&sector=energy');
  await page.getByLabel('Sector').focus();
  await page.keyboard.press('Enter');
  // the previous page has rows too: waits for the page of the form
  await page.waitForURL(({ search }) => search !== '?scan=1&sector=energy');
  const link = page.locator('.scan-link').first();
  await link.focus();
  expect(await link.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  // waits for the load: a browser that closes a page during a navigation may hang
  await page.waitForURL(({ pathname }) => pathname === '/chart');
});

test('a logo that does not come leaves the default one', async () => {
  const page = await open('/help');
  await page.route('**/api/logo/**', (route) => route.abort());
  await page.goto(`${server.url}/screener?scan=1`, { waitUntil: 'networkidle' });
  const sizes = () =>
    page
      .locator('tbody tr')
      .first()
      .locator('img')
      .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
  // the default logo may still be loading
  await until(sizes, ([byDefault]) => byDefault !== 0);
  expect(await sizes()).toEqual([96, 0]);
});
