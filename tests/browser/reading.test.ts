/** The rate limit of reading calls suffices for the page with the most of them. */
import { expect, test } from 'bun:test';
import { button, chartSite, DESKTOP, live } from '../helpers/chart.ts';

const site = chartSite({ env: { RATE_LIMIT: 'on' } });

test('four charts restored at once and intervals switched quickly never meet it', async () => {
  const page = await site.trader(DESKTOP);
  const refused: string[] = [];
  let read = 0;
  page.on('response', (response) => {
    if (/\/api\/(candles|company|search|all-trades)/.test(response.url())) read += 1;
    if (response.status() === 429) refused.push(response.url());
  });
  await page.addInitScript(() => localStorage.setItem('creativeMode', 'true'));
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const charts = page.locator('.chart-panel[data-running=true][aria-busy=false]');
  for (let count = 2; count <= 4; count++) {
    await page.getByRole('toolbar').getByRole('button').first().click();
    await charts.nth(count - 1).waitFor();
  }
  for (let times = 0; times < 2; times++) {
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await charts.nth(3).waitFor();
    for (const interval of ['5m', '15m', '1h', '4h', '1D']) await button(page, interval).first().click();
  }
  await charts.nth(3).waitFor();
  expect(read).toBeGreaterThan(12);
  expect(refused).toEqual([]);
});
