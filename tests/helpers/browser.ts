/** The browser of the browser tests (the framework's own), and how a page is signed in. */
import type { Page } from 'playwright-core';
import type { Client } from './client.ts';
import { until } from './until.ts';

export { allAwake, launchBrowser, type TestBrowser, type TestPage } from '#framework/tests/browser.ts';

/** Gives a page's profile what `client` holds: its session, its language. */
export async function signIn(page: Page, { url, cookies }: Client): Promise<void> {
  const browserCookies = [...cookies].map(([name, value]) => ({ name, value, url }));
  await page.context().addCookies(browserCookies);
}

/** Takes the messages away, so that the next one is seen to come. */
export async function dismiss(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  await until(async () => {
    // one that goes by itself meanwhile is gone as well
    await toasts.evaluateAll((buttons) => buttons.forEach((each) => void (each as HTMLElement).click()));
    return (await toasts.count()) === 0;
  });
}
