/** Helpers for tests of islands: start the test site and Chromium for a test file, open pages, find their islands. */
import { afterAll, beforeAll } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, type TestBrowser, type TestPage } from '../browser.ts';
import { startSite, type TestSite } from '../start.ts';

/** Starts a browser and the site, also in development mode, before the tests of a file. */
export function islandPages() {
  let browser: TestBrowser;
  let live: TestSite;
  let dev: TestSite;
  beforeAll(async () => {
    browser = await launchBrowser();
    live = await startSite();
    dev = await startSite({ dev: true });
  });
  afterAll(async () => {
    await browser?.close();
    await live?.stop();
    await dev?.stop();
  });
  return {
    get url() {
      return live.url;
    },
    newPage: (options?: Parameters<TestBrowser['open']>[0]) => browser.open(options),
    /** @param mode `dev`: with React's development build, whose warnings name what differs at hydration */
    async open(path: string, mode: 'live' | 'dev' = 'live'): Promise<TestPage> {
      const page = await browser.open();
      await page.goto((mode === 'dev' ? dev : live).url + path);
      return page;
    },
  };
}

export const host = (page: Page, name: string) => page.locator(`is-land[data-island=${name}]`);
export const awake = (page: Page, name: string) =>
  page.waitForSelector(`is-land[data-island=${name}][data-island-status=awake]`, { state: 'attached' });
export const dispatch = (page: Page, name: string) =>
  page.evaluate((event) => void window.dispatchEvent(new Event(event)), name);
