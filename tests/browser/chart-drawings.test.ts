/** Every drawing tool by pointer, finger and keyboard; a later visit shows the drawings and indicators again. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  button,
  chartSite,
  clickAt,
  figure,
  frames,
  hover,
  live,
  moreTools,
  PHONE,
  painted,
  type Rgb,
  showing,
  ticker,
  wakePanel,
} from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const PAPER: Rgb = [0xf3, 0xf0, 0xe6];
const site = chartSite();

const draw = (page: Page) => button(page, 'Draw trend lines');
const tools = (page: Page) => page.locator('summary[title="Drawing tools"]');

/** Chooses a tool in the menu. */
async function take(page: Page, name: string): Promise<void> {
  await tools(page).click();
  await button(page, name).click();
}

/** Returns the menu's list of drawings. */
async function drawn(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Drawings', includeHidden: true });
  return await list.locator('li > button:first-child').allTextContents();
}

/** Waits until a stroke in the drawings' colour is there or not. */
const stroke = (page: Page, x: number, y: number, isThere = true) =>
  until(
    async () => {
      await frames(page);
      return painted(page, x, y, PAPER, 40);
    },
    (there) => there === isThere,
  );

/** Waits until the server has stored the change. */
const saving = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());

test('each tool draws what it is called, and every drawing can be deleted by itself, all of them at once, and brought back', async () => {
  const page = await site.chart();
  await draw(page).click();
  await take(page, 'Horizontal line');
  await clickAt(page, 500, 330);
  await stroke(page, 900, 330);
  await stroke(page, 60, 330);

  await take(page, 'Ray');
  await clickAt(page, 300, 290);
  await clickAt(page, 400, 290);
  await stroke(page, 800, 290);
  await stroke(page, 200, 290, false);

  await take(page, 'Rectangle');
  await clickAt(page, 300, 150);
  await clickAt(page, 420, 220);
  for (const [x, y] of [
    [360, 150],
    [360, 220],
  ] as const)
    await stroke(page, x, y);

  await take(page, 'Fibonacci');
  await clickAt(page, 600, 270);
  await clickAt(page, 760, 170);
  await stroke(page, 740, 220);

  await take(page, 'Measure');
  await clickAt(page, 800, 170);
  await clickAt(page, 890, 230);
  await stroke(page, 850, 230);

  const names = await drawn(page);
  expect(names.map((name) => name.replace(/ [\d,.]+( → [\d,.]+)?$/, ''))).toEqual([
    'Horizontal line',
    'Ray',
    'Rectangle',
    'Fibonacci',
    'Measure',
  ]);
  await tools(page).click();
  await button(page, `Delete: ${names[0]}`).click();
  await stroke(page, 900, 330, false);
  await button(page, 'Delete all drawings').click();
  await stroke(page, 800, 290, false);
  expect(await drawn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await button(page, 'Undo').click();
  await stroke(page, 800, 290);
  await button(page, 'Undo').click();
  await stroke(page, 900, 330);
  expect(await drawn(page)).toEqual(names);
  expect(page.problems).toEqual([]);
});

test('drawings and indicators come back with their symbol, before anything is touched; pressing Draw does not delete them', async () => {
  const page = await site.chart();
  await draw(page).click();
  await take(page, 'Horizontal line');
  await Promise.all([saving(page), clickAt(page, 500, 330)]);
  await page.locator('summary[title="Averages and indicators"]').click();
  await Promise.all([saving(page), button(page, 'SMA 20').click()]);
  await page.keyboard.press('Escape');

  // another symbol has its own drawings
  await ticker(page).fill('MSFT');
  await ticker(page).press('Enter');
  await showing(page, 'MSFT, 1D');
  await stroke(page, 900, 330, false);

  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const price = Number(
    await page.evaluate(() => {
      const { own } = JSON.parse(document.getElementById('chart-page')!.textContent!) as { own: string };
      return JSON.parse(own).keptChart.drawings[0].a.price as number;
    }),
  );
  expect(price).toBeGreaterThan(0);
  await stroke(page, 900, 330);
  expect(await page.locator('summary[title="Averages and indicators"]').textContent()).toContain('20');
  await wakePanel(page);
  await tools(page).waitFor();
  await draw(page).click();
  expect(await draw(page).getAttribute('aria-pressed')).toBe('true');
  await stroke(page, 900, 330);

  // switching drawing off removes them from the server too; the toast restores them
  await Promise.all([saving(page), draw(page).click()]);
  await stroke(page, 900, 330, false);
  await page.reload();
  await live(page);
  await stroke(page, 900, 330, false);
  expect(page.problems).toEqual([]);
});

test('by keyboard: the point moves by arrows and says where it is, Enter places it, Shift moves the drawing, Delete deletes it', async () => {
  const page = await site.chart();
  await page.keyboard.press('t');
  await tools(page).waitFor();
  await tools(page).focus();
  await page.keyboard.press('Enter');
  await button(page, 'Rectangle').focus();
  await page.keyboard.press('Enter');
  // the chart has the focus: the arrow keys draw
  await until(
    () => figure(page).evaluate((element) => element === document.activeElement),
    (focused) => focused,
  );
  const status = page.locator('.chart-area > [role=status]');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
  await until(
    () => status.textContent(),
    (text) => /: [\d,.]+$/.test(text ?? ''),
  );
  await page.keyboard.press('Enter');
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  const [first] = await until(
    () => drawn(page),
    (list) => list.length === 1,
  );
  expect(first).toMatch(/^Rectangle [\d,.]+ → [\d,.]+$/);
  const pricesOf = (name: string) => name.match(/[\d.]+/g)!.map(Number);
  const [a, b] = pricesOf(first!);
  expect(b).toBeGreaterThan(a!);
  await page.keyboard.press('Shift+ArrowUp');
  const [moved] = await until(
    () => drawn(page),
    ([name]) => name !== first,
  );
  const [a2, b2] = pricesOf(moved!);
  expect(a2).toBeGreaterThan(a!);
  expect(b2! - a2!).toBeCloseTo(b! - a!, 1);
  await page.keyboard.press('Control+z');
  await until(
    () => drawn(page),
    ([name]) => name === first,
  );
  await tools(page).focus();
  await page.keyboard.press('Enter');
  await button(page, first!).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await until(
    () => drawn(page),
    (list) => list.length === 0,
  );
  expect(page.problems).toEqual([]);
});

test('a finger drags a selected drawing without the page moving under it', async () => {
  const page = await site.chart('/chart', PHONE);
  await moreTools(page);
  await draw(page).tap();
  await tools(page).tap();
  await button(page, 'Horizontal line').tap();
  // the click of a tap follows a moment later and closes the menu
  await button(page, 'Horizontal line').waitFor({ state: 'hidden' });
  const area = (await page.locator('.chart-area').boundingBox())!;
  await page.touchscreen.tap(area.x + 120, area.y + 250);
  await stroke(page, 200, 250);
  await tools(page).tap();
  await button(page, 'Select').tap();
  await button(page, 'Select').waitFor({ state: 'hidden' });
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number, id = 0) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: area.x + 150, y: area.y + y, id }],
    });
  await touch('touchStart', 250);
  for (const y of [240, 220]) await touch('touchMove', y);
  // a second finger touches the chart and leaves it: the first one still drags
  await touch('touchStart', 100, 1);
  await touch('touchEnd', 100, 1);
  for (const y of [200, 180]) await touch('touchMove', y);
  await touch('touchEnd', 180);
  await stroke(page, 200, 180);
  await stroke(page, 200, 250, false);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(page.problems).toEqual([]);
});

test('what could not be kept is said, and kept when the line is back', async () => {
  const page = await site.chart();
  await draw(page).click();
  await take(page, 'Horizontal line');
  await page.route('**/api/charts/*', (route) => route.abort());
  await clickAt(page, 500, 330);
  await page.getByText('Your drawings could not be saved.').waitFor();
  await page.unroute('**/api/charts/*');
  await Promise.all([saving(page), page.evaluate(() => dispatchEvent(new Event('online')))]);
  await hover(page, 500, 300);
  await page.reload();
  await live(page);
  await stroke(page, 900, 330);
});
