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

/** Runs `act` while calls of `url` get no response, and while calls that change something time out after a second. */
export async function withoutResponse(page: Page, url: string, act: () => Promise<void>): Promise<void> {
  const real = await page.evaluateHandle((changeMs) => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === changeMs ? 1_000 : ms);
    return timeout;
  }, CHANGE_TIMEOUT_MS);
  await page.route(url, () => {});
  await act();
  await page.unroute(url);
  await real.evaluate((timeout) => {
    AbortSignal.timeout = timeout;
  });
}

/** Closes all toasts, so that a test sees the next one appear. */
export async function dismiss(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  await until(async () => {
    // one may disappear by itself meanwhile
    await toasts.evaluateAll((buttons) => buttons.forEach((each) => void (each as HTMLElement).click()));
    return (await toasts.count()) === 0;
  });
}
