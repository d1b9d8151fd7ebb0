/** What people see of errors in their browser, and the page that causes some. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
let admin: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  trader = await server.register();
  admin = await server.admin();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string, client: Client, options: object = {}): Promise<TestPage> {
  const page = await browser.open(options);
  await signIn(page, client);
  // timers of five seconds run when the test says so
  await page.addInitScript(() => {
    const real = window.setTimeout;
    const held: (() => void)[] = [];
    const later = (run: () => void, ms?: number) => (ms === 5000 ? held.push(run) : real(run, ms));
    Object.assign(window, { held, setTimeout: later });
  });
  await page.goto(server.url + path);
  return page;
}

describe('runtime errors', () => {
  const SENTENCE = 'Something went wrong. Please try again later.';
  const throwLater = () =>
    void setTimeout(() => {
      throw new Error('uncaught');
    });
  const rejectUnheard = () => void Promise.reject(new Error('unheard'));

  test.each([
    ['an uncaught error', throwLater],
    ['an unhandled rejection', rejectUnheard],
  ])('%s shows the notice for five seconds', async (_, fail) => {
    const page = await open('/settings', trader);
    const notice = page.getByRole('alert').filter({ hasText: SENTENCE });
    expect(await notice.count()).toBe(0);
    await page.evaluate(fail);
    await notice.waitFor();
    await page.evaluate(() => {
      const { held } = window as unknown as { held: (() => void)[] };
      for (const run of held) run();
    });
    await notice.waitFor({ state: 'hidden' });
    expect(page.problems).toHaveLength(1);
    await page.context().close();
  });

  test('a harmless word of the browser’s shows nothing', async () => {
    const page = await open('/settings', trader);
    await page.evaluate(() =>
      window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' })),
    );
    expect(await page.locator('.toast-crash').count()).toBe(0);
    await page.context().close();
  });

  test('admins’ errors are not intercepted', async () => {
    const page = await open('/settings', admin);
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(throwLater);
    await thrown;
    expect(page.problems).toHaveLength(1);
    expect(page.problems[0]).toContain('Error: uncaught');
    expect(await page.getByText(SENTENCE).count()).toBe(0);
    expect(await page.locator('dialog#crash').isVisible()).toBe(false);
    await page.context().close();
  });
});

test('an island that throws leaves the crash view in its place, with a way to load the page again', async () => {
  const page = await browser.open();
  await signIn(page, trader);
  await page.route('**/error-test?x=1', async (route) => {
    const answer = await route.fetch();
    // the island's props lack a field that it renders
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"codes"', '"other"') });
  });
  await page.goto(`${server.url}/error-test?x=1`);
  await page.getByLabel('Error code').focus();
  const view = page.getByRole('main').getByRole('alert');
  await view.waitFor();
  expect(await view.textContent()).toBe(
    'Something went wrongThe application encountered an unexpected error. Please try again later.Reload Page',
  );
  const reload = view.getByRole('link', { name: 'Reload Page' });
  expect(await reload.getAttribute('href')).toBe('/error-test?x=1');
  await page.unroute('**/error-test?x=1');
  await reload.click();
  await page.getByLabel('Error code').waitFor();
  await page.context().close();
});

describe('/error-test', () => {
  const CODES = ['400 Bad Request', '406 Invalid Amount', '408 Timeout', '500 Server Error'];
  const run = (page: TestPage) => page.getByRole('button', { name: 'Test Error' }).click();
  async function awake(): Promise<TestPage> {
    const page = await open('/error-test', trader);
    await page.getByLabel('Error code').focus();
    await page.waitForSelector('is-land[data-island=ErrorTest][data-island-status=awake]', {
      state: 'attached',
    });
    return page;
  }

  test('says what the server said', async () => {
    const page = await awake();
    for (const label of CODES) {
      await page.getByLabel('Error code').selectOption({ label });
      await run(page);
      const toast = page.getByRole('alert').filter({ hasText: label.slice(4) });
      await toast.waitFor();
      expect(await toast.textContent()).toStartWith('Error Received');
    }
    await page.getByLabel('Custom message').fill('<i>own</i> words');
    await run(page);
    await page.getByText('<i>own</i> words', { exact: true }).waitFor();
    await page.context().close();
  });

  test('Testing... while busy; no words, no answer, and success', async () => {
    const page = await awake();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/test-error*', async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, body: 'no JSON' });
    });
    await run(page);
    const busy = page.getByRole('button', { name: 'Testing...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    held.resolve();
    await page.getByText('An unknown error occurred').waitFor();
    await page.unroute('**/api/test-error*');

    await page.route('**/api/test-error*', (route) => route.abort());
    await run(page);
    await page.getByText('Error Caught').waitFor();
    await page.unroute('**/api/test-error*');

    await page.route('**/api/test-error*', (route) => route.fulfill({ status: 200, body: '{}' }));
    await run(page);
    await page.getByText('Request Successful').waitFor();
    await page.getByText('The request succeeded without errors').waitFor();
    await page.context().close();
  });

  test('pressed before its code is here, it does the same', async () => {
    const page = await browser.open();
    await signIn(page, trader);
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${server.url}/error-test`);
    await page.getByLabel('Error code').selectOption({ label: '408 Timeout' });
    await run(page);
    held.resolve();
    await page.getByRole('alert').filter({ hasText: 'Timeout' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().close();
  });

  test('without scripts', async () => {
    const page = await open('/error-test', trader, { javaScriptEnabled: false });
    await page.getByLabel('Error code').selectOption('429');
    await run(page);
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toBe('Error ReceivedToo Many Requests');
    expect(await page.getByLabel('Error code').inputValue()).toBe('429');
    await page.context().close();
  });
});
