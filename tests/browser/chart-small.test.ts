/** The chart on small screens: a small phone, a phone in landscape, a page at twice its size. */
import { expect, test } from 'bun:test';
import { button, chartSite, live, moreTools, PHONE } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

test.each([
  [320, 640],
  [640, 400],
  [568, 320],
  [740, 360],
])(
  '%d by %d: at least 220 pixels of the chart are seen at once, and nothing runs out at the side',
  async (width, height) => {
    const page = await site.trader({ viewport: { width, height }, isMobile: true, hasTouch: true });
    await page.goto(`${site.server.url}/chart`);
    await live(page);
    // the most rows of the chart that are visible and not covered, over all scroll positions
    const visibleParts = () =>
      page.evaluate(() => {
        const area = document.querySelector('.chart-area')!;
        let most = 0;
        for (let y = 0; y < document.documentElement.scrollHeight; y += 4) {
          scrollTo(0, y);
          let rows = 0;
          for (let row = 0; row < innerHeight; row++) {
            // between the texts in the corner and the price axis
            const top = document.elementFromPoint(innerWidth * 0.7, row);
            if (top && area.contains(top)) rows++;
          }
          most = Math.max(most, rows);
        }
        return most;
      });
    const most = await until(visibleParts, (rows) => rows > 0);
    expect(most).toBeGreaterThanOrEqual(220);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(page.problems).toEqual([]);
  },
);

test.each([true, false])(
  'a phone’s tools are behind a button, script: %p; by keyboard too',
  async (javaScriptEnabled) => {
    const page = await site.trader({ ...PHONE, javaScriptEnabled });
    await page.goto(`${site.server.url}/chart`);
    if (javaScriptEnabled) await live(page);
    const type = page.locator('summary[title="Chart type"]');
    expect(await type.isVisible()).toBe(false);
    expect(await button(page, '5m').isVisible()).toBe(true);
    await button(page, 'Chart tools').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await button(page, 'Bars').waitFor();
    await page.keyboard.press('Escape');
    if (!javaScriptEnabled) expect(await type.isVisible()).toBe(false);
    // without a script there are no settings
    else await page.keyboard.press('Escape');
    await moreTools(page);
    expect(await page.locator('.chart-gear').isVisible()).toBe(javaScriptEnabled);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.chart-rest :is(button, summary)')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 43.5 || height < 43.5)),
    );
    expect(small).toEqual([]);
    // without a script the menu stays open
    if (javaScriptEnabled) await type.tap();
    await button(page, 'Bars').tap();
    if (!javaScriptEnabled) await page.waitForURL(/type=bar/);
    expect(page.problems).toEqual([]);
  },
);

test.each([
  ['a phone on its side', { width: 740, height: 360 }],
  ['a desktop at 200 %', { width: 640, height: 400 }],
])('%s: Buy and Sell are in sight above the bar of a phone', async (_, viewport) => {
  const page = await site.trader({ ...PHONE, viewport });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const bar = (await page.getByRole('navigation', { name: 'Main places' }).boundingBox())!;
  expect(bar.y + bar.height).toBe(viewport.height);
  const buttons = await page.locator('.chart-order').all();
  for (const button of buttons) {
    const { y, height } = (await button.boundingBox())!;
    expect(y + height).toBeLessThan(bar.y);
  }
  expect(buttons).toHaveLength(2);
  // the whole chart is above them, with the newest price and the dates
  const orders = (await page.locator('.chart-orders').boundingBox())!;
  const area = (await page.locator('.chart-area').boundingBox())!;
  expect(area.y + area.height).toBeLessThan(orders.y + 5);
});

test('a phone on its side: size and Confirm of the ticket are in sight beside each other', async () => {
  const page = await site.trader({ ...PHONE, viewport: { width: 740, height: 360 } });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await page.locator('.chart-order').first().tap();
  await page.locator('.size-field').first().waitFor();
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const [size, confirm] = await Promise.all(['.size-field', '.ticket-confirm'].map(boxOf));
  expect(size!.y + size!.height).toBeLessThanOrEqual(confirm!.y);
  expect(confirm!.y + confirm!.height).toBeLessThanOrEqual(360);
});

test('with a phone’s keyboard open the ticket shows what the order costs and what confirms it', async () => {
  const page = await site.chart('/chart', PHONE);
  await page.locator('.chart-order').first().tap();
  const size = page.locator('.chart-ticket [name=quantity]');
  await size.tap();
  const confirm = page.locator('[data-confirm=trade]');
  const cost = page.locator('.chart-ticket dt', { hasText: 'Estimated cost' });
  const isInSight = async (height: number) => {
    const [row, sends] = [(await cost.boundingBox())!, (await confirm.boundingBox())!];
    return row.y > 0 && row.y + row.height <= sends.y && sends.y + sends.height <= height;
  };
  // a browser whose keyboard covers the page
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => 430 });
    visualViewport!.dispatchEvent(new Event('resize'));
  });
  await until(() => isInSight(430));
  // a browser whose keyboard shrinks the page
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight });
    visualViewport!.dispatchEvent(new Event('resize'));
  });
  await page.setViewportSize({ width: 360, height: 430 });
  await until(() => isInSight(430));
  expect(page.problems).toEqual([]);
});

test('the mark of the chart library covers neither volume bars nor labels', async () => {
  // a company with a name as long as the available width
  const page = await site.chart('/chart?symbol=DIS', PHONE);
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const [mark, company, area] = await Promise.all(
    ['#tv-attr-logo', '.chart-company', '.chart-area'].map(boxOf),
  );
  expect(mark!.y - area!.y).toBeLessThan(40);
  expect(mark!.x).toBeGreaterThanOrEqual(company!.x + company!.width);
});
