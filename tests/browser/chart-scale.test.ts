/** The price axis in dollars, ratios and percent; a second symbol beside the first; the chart as a file. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { dismiss } from '../helpers/browser.ts';
import { button, chartSite, frames, painted, type Rgb, showing } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const XP: Rgb = [0x93, 0xa9, 0xff];
const SMA_9: Rgb = [0xff, 0xa5, 0x00];
const site = chartSite();

const settings = (page: Page) => page.locator('summary[title="Chart settings"]');

/** True when a line of this colour is anywhere on the chart. */
const isDrawn = async (page: Page, color: Rgb): Promise<boolean> => {
  await frames(page);
  const rows = Array.from({ length: 60 }, (_, i) => 40 + i * 5);
  const isPainted = await Promise.all(rows.map((y) => painted(page, 900, y, color, 30)));
  return isPainted.includes(true);
};
const isCompared = (page: Page) => isDrawn(page, XP);

/** Returns a fingerprint of the chart's picture. */
const look = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.chart-area td:last-child canvas')]
      .map((canvas) => canvas.toDataURL().length)
      .join(),
  );

test('compared with a second symbol the axis counts percent, until the chip is pressed', async () => {
  const page = await site.chart();
  await settings(page).click();
  await page.getByLabel('Compare with').fill('msft');
  await page.getByLabel('Compare with').press('Enter');
  const end = button(page, 'Stop comparing with MSFT');
  await end.waitFor();
  await until(() => isCompared(page));
  await button(page, '4h').click();
  await showing(page, 'AAPL, 4h');
  await until(() => isCompared(page));
  await end.click();
  await until(
    () => isCompared(page),
    (seen) => !seen,
  );
  // an unknown symbol has no bars
  await settings(page).click();
  await page.getByLabel('Compare with').fill('NOSUCH');
  await page.getByLabel('Compare with').press('Enter');
  await page.locator('[role=alert], [role=status]').filter({ hasText: 'NOSUCH' }).first().waitFor();
  await end.waitFor({ state: 'detached' });
});

test('averages are hidden while the chart compares two symbols', async () => {
  const page = await site.chart('/chart?sma=9');
  await until(() => isDrawn(page, SMA_9));
  await settings(page).click();
  await page.getByLabel('Compare with').fill('msft');
  await page.getByLabel('Compare with').press('Enter');
  await until(() => isCompared(page));
  await until(
    () => isDrawn(page, SMA_9),
    (isVisible) => !isVisible,
  );
  await button(page, 'Stop comparing with MSFT').click();
  await until(() => isDrawn(page, SMA_9));
  expect(page.problems).toEqual([]);
});

test('a logarithmic axis is another one, and goes as it came', async () => {
  const page = await site.chart();
  await frames(page);
  const press = async () => {
    await settings(page).click();
    const item = button(page, 'Logarithmic scale');
    await item.waitFor();
    const pressedBefore = await item.getAttribute('aria-pressed');
    await item.click();
    return pressedBefore;
  };
  const dollars = await look(page);
  expect(await press()).toBe('false');
  await until(
    () => look(page),
    (now) => now !== dollars,
  );
  expect(await press()).toBe('true');
  expect(page.problems).toEqual([]);
});

test('the picture is a PNG under a name with symbol, interval and moment, as wide as the chart and with a strip above it', async () => {
  const page = await site.chart('/chart?symbol=MSFT&interval=1h');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a picture').click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^paperpit-MSFT-1h-\d{4}-\d\d-\d\d-\d\d-\d\d\.png$/);
  const bytes = Buffer.from(await Bun.file((await file.path())!).arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const box = (await page.locator('.chart-box').boundingBox())!;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  expect(Math.abs(width - box.width)).toBeLessThanOrEqual(1);
  expect(height).toBeGreaterThan(box.height + 30);
  expect(page.problems).toEqual([]);
});

test('code of the scale or the picture that does not come is a sentence, and the scale stays', async () => {
  const page = await site.chart();
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await (/normal:\s*0,|toBlob/.test(body) ? route.abort() : route.fulfill({ response, body }));
  });
  const sentence = page.getByText('Failed to load chart data');
  await settings(page).click();
  const item = button(page, 'Logarithmic scale');
  await item.click();
  await sentence.first().waitFor();
  await settings(page).click();
  expect(await item.getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('Escape');
  await dismiss(page);
  await button(page, 'Save as a picture').click();
  await sentence.first().waitFor();
  expect(page.problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
});
