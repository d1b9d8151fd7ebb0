/** Trend lines: preview, cancelling, other intervals and tickers, beyond the last bar, and what a finger does. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdModules } from '#framework/tests/browser.ts';
import {
  barUnder,
  button,
  cachedBars,
  chartSite,
  clickAt,
  frames,
  hover,
  moreTools,
  PHONE,
  painted,
  type Rgb,
  showing,
  ticker,
  toast,
} from '../helpers/chart.ts';
import { waveMarket } from '../helpers/held-market.ts';
import { until } from '../helpers/until.ts';

const PAPER: Rgb = [0xf3, 0xf0, 0xe6];
// the line must be within the price range of all intervals, on any date
const site = chartSite({ market: waveMarket({ AAPL: '100', MSFT: '100' }) });

const draw = (page: Page) => button(page, 'Draw trend lines');
const shows = async (page: Page, x: number, y: number) => {
  await frames(page);
  // a slanted line of two pixels covers few pixels completely
  return painted(page, x, y, PAPER, 40);
};

/** Waits until a line is there or not: keys, taps and buttons take effect a moment after the press. */
const expectDrawing = (page: Page, x: number, y: number, isThere: boolean) =>
  until(
    () => shows(page, x, y),
    (there) => there === isThere,
  );

/** Returns the longest horizontal run in the colour of drawings, in pixels of the chart area. */
function flatLine(page: Page): Promise<{ left: number; right: number; y: number } | null> {
  return page.evaluate(([r, g, b]) => {
    const area = document.querySelector('.chart-area')!.getBoundingClientRect();
    let best: { left: number; right: number; y: number } | null = null;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.chart-area canvas')) {
      if (canvas.width < 200 || canvas.height < 200) continue;
      const box = canvas.getBoundingClientRect();
      const { data, width, height } = canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, canvas.height);
      for (let y = 0; y < height; y++) {
        let from = -1;
        for (let x = 0; x <= width; x++) {
          const i = 4 * (y * width + x);
          const is = x < width && data[i] === r && data[i + 1] === g && data[i + 2] === b;
          if (is && from < 0) from = x;
          if (is || from < 0) continue;
          if (x - from > 30 && x - from > (best ? best.right - best.left : 0)) {
            best = { left: from + box.x - area.x, right: x - 1 + box.x - area.x, y: y + box.y - area.y };
          }
          from = -1;
        }
      }
    }
    return best;
  }, PAPER);
}

test('after the first click a preview follows the pointer; Esc takes it away, the second click makes it a line', async () => {
  const page = await site.chart();
  await draw(page).click();
  await clickAt(page, 400, 300);
  for (const [x, y] of [
    [600, 300],
    [500, 390],
  ] as const) {
    await hover(page, x, y);
    // a dashed line paints some of the points near the middle, not all
    const middle = [(400 + x) / 2, (300 + y) / 2] as const;
    await until(async () => {
      await frames(page);
      const dashes = [-8, -4, 0, 4, 8].map((step) =>
        painted(page, middle[0] + step, middle[1] + (step * (y - 300)) / (x - 400), PAPER, 40),
      );
      return (await Promise.all(dashes)).includes(true);
    });
  }
  await page.keyboard.press('Escape');
  await expectDrawing(page, 450, 345, false);
  // the first point was discarded: the next click begins another line
  await clickAt(page, 600, 390);
  await clickAt(page, 800, 390);
  await expectDrawing(page, 700, 390, true);
  await expectDrawing(page, 500, 345, false);
  // a drag of the chart is no click
  await hover(page, 300, 500);
  await page.mouse.down();
  await hover(page, 360, 500);
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await until(
    () => flatLine(page),
    (line) => line === null,
  );
  expect(page.problems).toEqual([]);
});

test('what is pressed before the code of the tools has come is drawn when it has', async () => {
  const page = await site.chart();
  const release = await holdModules(page);
  await draw(page).click();
  await clickAt(page, 500, 400);
  await clickAt(page, 800, 400);
  await frames(page);
  expect(await shows(page, 650, 400)).toBe(false);
  await release();
  await expectDrawing(page, 650, 400, true);
  expect(page.problems).toEqual([]);
});

test('an end can be dragged alone; the wheel still moves the chart after a drag', async () => {
  const page = await site.chart();
  await draw(page).click();
  await clickAt(page, 500, 400);
  await clickAt(page, 800, 400);
  await expectDrawing(page, 650, 400, true);
  await hover(page, 800, 400);
  await page.mouse.down();
  await hover(page, 800, 350);
  await hover(page, 800, 300);
  await page.mouse.up();
  await expectDrawing(page, 650, 350, true);
  await expectDrawing(page, 520, 393, true);
  await expectDrawing(page, 650, 400, false);
  const bars = await cachedBars(page, 'AAPL-1D');
  const barBefore = await barUnder(page, bars, 300);
  await page.mouse.wheel(-300, 0);
  await frames(page);
  expect(await barUnder(page, bars, 301)).toBeLessThan(barBefore);
});

test('a line keeps its time and price on other intervals and past the last bar; each ticker has its own', async () => {
  const page = await site.chart();
  await draw(page).click();
  const daily = await cachedBars(page, 'AAPL-1D');
  const lastX = 1076;
  const start = await barUnder(page, daily, lastX - 90);
  // the second point is in the empty area right of the newest bar
  await clickAt(page, lastX - 90, 260);
  await clickAt(page, 1115, 260);
  const drawn = (await until(
    () => flatLine(page),
    (line) => line !== null,
  ))!;
  expect(Math.abs(drawn.y - 260)).toBeLessThanOrEqual(2);
  expect(drawn.right).toBeGreaterThan(1100);

  await button(page, '4h').click();
  await showing(page, 'AAPL, 4h');
  const moved = (await until(
    () => flatLine(page),
    (line) => line !== null,
  ))!;
  const bars = await cachedBars(page, 'AAPL-4h');
  const first = bars.findIndex((bar) => bar.time >= daily[start]!.time);
  // ten days are sixty bars of four hours: the line starts at the bar of that midnight
  const under = await barUnder(page, bars, moved.left + 4);
  expect(Math.abs(under - first)).toBeLessThanOrEqual(1);

  await ticker(page).fill('MSFT');
  await ticker(page).press('Enter');
  await showing(page, 'MSFT, 4h');
  await until(
    () => flatLine(page),
    (line) => line === null,
  );
  await clickAt(page, 500, 400);
  await clickAt(page, 700, 400);
  await until(
    () => flatLine(page),
    (line) => line !== null,
  );

  // switching drawing off removes all lines, and one press restores all of them
  await draw(page).click();
  await until(
    () => flatLine(page),
    (line) => line === null,
  );
  await toast(page, 'Lines and averages removed').getByRole('button', { name: 'Undo' }).click();
  await until(
    () => flatLine(page),
    (line) => line !== null,
  );
  await ticker(page).fill('AAPL');
  await ticker(page).press('Enter');
  await showing(page, 'AAPL, 4h');
  await button(page, '1D').click();
  await showing(page, 'AAPL, 1D');
  await until(
    () => flatLine(page),
    (back) => back !== null && Math.abs(back.right - back.left - (drawn.right - drawn.left)) < 5,
  );
  expect(page.problems).toEqual([]);
});

test('a finger draws with two taps, selects with one and deletes by button', async () => {
  const page = await site.chart('/chart', PHONE);
  await moreTools(page);
  await draw(page).tap();
  // the click of a tap follows a moment later
  await button(page, 'Undo').waitFor();
  const area = (await page.locator('.chart-area').boundingBox())!;
  const tap = (x: number, y: number) => page.touchscreen.tap(area.x + x, area.y + y);
  await tap(60, 150);
  await tap(220, 250);
  await expectDrawing(page, 140, 200, true);
  await tap(250, 300);
  await button(page, 'Undo').tap();
  // the click of a tap follows a moment later
  await expectDrawing(page, 250, 300, false);
  await tap(140, 205);
  for (const [name, there] of [
    ['Delete line', false],
    ['Undo', true],
  ] as const) {
    await button(page, name).tap();
    await expectDrawing(page, 140, 200, there);
  }
  const small = await page
    .locator('.chart-area .icon-tool')
    .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 43.5).length);
  expect(small).toBe(0);
  expect(page.problems).toEqual([]);
});
