/** /ranking's side panels and the way to the details and back, in a real browser. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let trader: Client;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  await server.services.seasons.start(null);
  trader = await server.register();
  await server.sql`insert into progress (user_id, xp) values (${trader.userId}, 15.5)
    on conflict (user_id) do update set xp = excluded.xp`;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string, width = 1280): Promise<TestPage> {
  const page = await browser.open({ viewport: { width, height: 800 } });
  await signIn(page, trader);
  await page.goto(server.url + path);
  return page;
}

/** Returns the look of the panels `ms` after the page loaded, by restarting and pausing their animation. */
const panelsAt = (page: Page, ms: number) =>
  page.evaluate((at) => {
    const panels = [...document.querySelectorAll<HTMLElement>('.rank-panel')];
    return panels.map((panel) => {
      panel.style.animation = 'none';
      panel.getBoundingClientRect();
      panel.style.animation = '';
      const [animation] = panel.getAnimations();
      if (!animation) return 'no animation';
      animation.pause();
      animation.currentTime = at;
      const { opacity, visibility } = getComputedStyle(panel);
      return `${opacity} ${visibility}`;
    });
  }, ms);

test('the side panels are away for two seconds, then there', async () => {
  const page = await open('/ranking');
  expect(await panelsAt(page, 0)).toEqual(['0 hidden', '0 hidden']);
  expect(await panelsAt(page, 1_999)).toEqual(['0 hidden', '0 hidden']);
  expect(await panelsAt(page, 2_240)).toEqual(['1 visible', '1 visible']);
  expect(await page.locator('.rank-panel').allTextContents()).toEqual([
    expect.stringContaining('IV of V'),
    expect.stringContaining('LIEUTENANTTOP 80%Your first trade of the season gives you a place.'),
  ]);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('pressing the corner brings them at once and leads to the details, whose corner leads back', async () => {
  const page = await open('/ranking');
  const corner = page.getByRole('link', { name: 'All ranks' });
  await corner.hover();
  await page.mouse.down();
  const delays = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.rank-panel')].map((panel) => getComputedStyle(panel).animationDelay),
    );
  expect(await delays()).toEqual(['0s', '0s']);
  await page.mouse.up();
  await page.waitForURL('**/rank-details-page');
  expect(await page.locator('.stair-current').textContent()).toContain('CADET');
  await page.getByRole('link', { name: 'Back to my rank' }).click();
  await page.waitForURL('**/ranking');
  await page.close();
});

test('a rank of the staircase is chosen by its link and shows its quote', async () => {
  const page = await open('/rank-details-page', 360);
  await page.getByRole('link', { name: 'GENERAL' }).click();
  await page.getByText('You never beat the market. You outlast your worst habit.').waitFor();
  expect(await page.locator('[aria-current=true]', { hasText: 'GENERAL' }).count()).toBe(1);
  await page.close();
});
