/** The browser of the browser tests (the framework's own), and how a page is signed in. */
import type { Page } from 'playwright-core';
import type { Client } from './client.ts';

export { allAwake, launchBrowser, type TestBrowser, type TestPage } from '#framework/tests/browser.ts';

/** Gives a page's profile what `client` holds: its session, its language. */
export async function signIn(page: Page, { url, cookies }: Client): Promise<void> {
  const own = [...cookies].map(([name, value]) => ({ name, value, url }));
  await page.context().addCookies(own);
}
