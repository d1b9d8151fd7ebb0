/** The framework's test browser, and how a page gets a session. */
import type { Page } from 'playwright-core';
import { CHANGE_TIMEOUT_MS } from '#core/contract/call.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

export { allAwake, launchBrowser, type TestBrowser, type TestPage } from '#framework/tests/browser.ts';

/** Gives a page's profile the session and the language of `client`. */
export async function signIn(page: Page, { url, cookies }: Client): Promise<void> {
  const browserCookies = [...cookies].map(([name, value]) => ({ name, value, url }));
  await page.context().addCookies(browserCookies);
}

/** Lets the calls of the loaded page that change something time out after a second. */
export const shortenTimeout = (page: Page): Promise<void> =>
  page.evaluate((changeMs) => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => real(ms === changeMs ? 1_000 : ms);
  }, CHANGE_TIMEOUT_MS);

/** Closes all toasts, so that a test sees the next one appear. */
export async function dismiss(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  await until(async () => {
    // one may disappear by itself meanwhile
    await toasts.evaluateAll((buttons) => buttons.forEach((each) => void (each as HTMLElement).click()));
    return (await toasts.count()) === 0;
  });
}
