/** Joining, signing in and out, settings: with scripts and without, as a person does it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, signIn, type TestBrowser, withoutResponse } from '../helpers/browser.ts';
import { DISCORD_KEYS, type FakeDiscord, fakeDiscord } from '../helpers/fake-discord.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let discord: FakeDiscord;
beforeAll(async () => {
  browser = await launchBrowser();
  discord = fakeDiscord();
  server = await startServer({ env: { ...DISCORD_KEYS, DISCORD_BASE_URL: discord.url } });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await discord?.stop();
});

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function submit(page: Page, username: string, password: string) {
  await page.getByLabel(/Username|שם משתמש/).fill(username);
  await page.getByLabel(/Password|סיסמה/).fill(password);
  await page.locator('form:has(#password) button[type=submit]').click();
}

describe.each([true, false])('javaScriptEnabled: %p', (javaScriptEnabled) => {
  const name = (stem: string) => `${stem}_${javaScriptEnabled ? 'js' : 'nojs'}`;

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example'])(
    'who signs in by a link with next=%s stays here',
    async (next) => {
      const { username } = (await (await server.register()).get<{ username: string }>('/api/user')).json;
      const page = await browser.open({ javaScriptEnabled });
      await page.goto(`${server.url}/auth?next=${encodeURIComponent(next)}`);
      await submit(page, username, `pass of ${username}`);
      await page.getByRole('link', { name: 'Portfolio' }).first().waitFor({ state: 'attached' });
      expect(page.url()).toBe(`${server.url}/`);
      await page.context().close();
    },
  );

  test('register, sign out, mistype, sign in, and back to the page one came for', async () => {
    const page = await browser.open({ javaScriptEnabled });
    await page.goto(`${server.url}/portfolio`);
    expect(pathOf(page)).toBe('/auth?next=%2Fportfolio');

    await page.getByRole('link', { name: 'Register' }).click();
    await submit(page, name('walker'), 'a pass phrase');
    await page.waitForURL('**/portfolio');

    await page.goto(`${server.url}/settings`);
    expect(await page.locator('main').textContent()).toContain(name('walker'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
    await page.goto(`${server.url}/settings`);
    expect(pathOf(page)).toBe('/auth?next=%2Fsettings');

    await submit(page, name('walker'), 'not my phrase');
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toContain('Login failed');
    expect(await alert.textContent()).toContain('Wrong username or password.');
    expect(await page.getByLabel('Username').inputValue()).toBe(name('walker'));
    expect(await page.getByLabel('Password').inputValue()).toBe('');

    await submit(page, name('walker'), 'a pass phrase');
    await page.waitForURL('**/settings');
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('a refused registration says what is wrong and keeps the name', async () => {
    const page = await browser.open({ javaScriptEnabled, locale: 'he-IL' });
    await page.goto(`${server.url}/auth?tab=register`);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await submit(page, name('careless'), 'password1');
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toContain('ההרשמה נכשלה');
    expect(await alert.textContent()).toContain('הסיסמה הזאת נפוצה מדי.');
    expect(await page.getByLabel('שם משתמש').inputValue()).toBe(name('careless'));
    await page.context().close();
  });
});

test('a refused registration names both faults in their places; the language and public pages are a press away', async () => {
  const page = await browser.open({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await page.goto(`${server.url}/auth?tab=register`);
  await submit(page, 'not a name!', 'password1');
  for (const label of ['Username', 'Password']) {
    const field = page.getByLabel(label);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const about = (await field.getAttribute('aria-describedby'))!.split(' ').at(-1)!;
    expect(await page.locator(`[id="${about}"]`).textContent()).toMatch(/\w{3}/);
  }
  expect(await page.getByLabel('Username').inputValue()).toBe('not a name!');
  expect(await page.getByRole('link', { name: 'Pricing' }).getAttribute('href')).toBe('/pricing');
  expect(await page.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/public-contact');
  await page.getByRole('button', { name: 'עברית' }).click();
  await page.waitForURL('**/auth?tab=register');
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await submit(page, 'not a name!', 'password1');
  // screen readers announce it, but it is invisible: the issues are beside their fields
  expect((await page.getByRole('alert').boundingBox())!.width).toBeLessThan(2);
  await page.goto(`${server.url}/auth`);
  await submit(page, 'nobody_here', 'password1');
  const message = (await page.getByRole('alert').boundingBox())!;
  expect([message.x, 320 - message.x - message.width]).toEqual([16, 16]);
  await page.context().close();
});

test('by Discord: from the button over another site and back, or back with the reason', async () => {
  const page = await browser.open();
  await page.goto(`${server.url}/portfolio`);
  discord.fault = 'denied';
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('Logging in with Discord was not approved.');
  expect(pathOf(page)).toBe('/auth?next=%2Fportfolio');
  discord.fault = null;
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('button', { name: /^Make the trader .*Nelly/ }).click();
  await page.waitForURL('**/portfolio');
  await page.goto(`${server.url}/settings`);
  expect(await page.locator('main').textContent()).toContain('Nelly');
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('the entrance ships no script', async () => {
  const page = await browser.open();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${server.url}/auth`);
  expect(await page.locator('script').count()).toBe(0);
  expect(scripts).toEqual([]);
  await page.context().close();
});

test('creative mode is this browser’s, and auth-data is kept while signed in', async () => {
  const page = await browser.open();
  await page.goto(`${server.url}/auth?tab=register&next=%2Fsettings`);
  await submit(page, 'creative_one', 'a pass phrase');
  await page.waitForURL('**/settings');
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);

  await page.getByRole('button', { name: 'Show Creative Mode' }).click();
  await page.getByRole('button', { name: 'Hide Creative Mode' }).waitFor();
  expect(await stored('creativeMode')).toBe('true');
  await page.reload();
  await page.getByRole('button', { name: 'Hide Creative Mode' }).click();
  await page.getByRole('button', { name: 'Show Creative Mode' }).waitFor();
  expect(await stored('creativeMode')).toBe('false');

  await page.waitForFunction(() => localStorage.getItem('auth-data') !== null);
  const user = JSON.parse((await stored('auth-data')) ?? '');
  expect(user).toEqual({ id: expect.any(Number), isAdmin: false, balance: '100000.00' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  expect(await stored('auth-data')).toBeNull();
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('whoever signs out before the page is awake is asked nothing any more', async () => {
  const page = await browser.open();
  await page.goto(`${server.url}/auth?tab=register&next=%2Fsettings`);
  await submit(page, 'quick_leaver', 'a pass phrase');
  await page.waitForURL('**/settings');
  await page.waitForFunction(() => localStorage.getItem('auth-data') !== null);

  const [scripts, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.exposeFunction('tellAwake', awake.resolve);
  await page.addInitScript(() => {
    const all = { attributes: true, childList: true, subtree: true };
    new MutationObserver(() => {
      if (!document.querySelector('[data-island=NavStatus][data-island-status=awake]')) return;
      (window as unknown as { tellAwake(): void }).tellAwake();
    }).observe(document, all);
  });
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.route('**/api/logout', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    scripts.resolve();
    await awake.promise;
    await route.fulfill({ response: answer });
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  expect(await page.evaluate(() => localStorage.getItem('auth-data'))).toBeNull();
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('on a phone no message covers a button to press: a failing Discord, a refused name', async () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const page = await browser.open(phone);
  const covered = () =>
    page.evaluate(() => {
      const { top, bottom } = document.querySelector('.toast-flash, .toasts')!.getBoundingClientRect();
      const targets = document.querySelectorAll<HTMLElement>(
        'main form :is(.btn-primary, .input), main a.btn',
      );
      return [...targets].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.top < bottom && box.bottom > top;
      }).length;
    });
  await page.goto(`${server.url}/auth`);
  await page.goto(`${server.url}/auth/discord/callback?state=x&code=y`);
  await page.locator('.toast-flash').waitFor();
  expect(await covered()).toBe(0);
  await signIn(page, await server.register('covered'));
  await page.goto(`${server.url}/settings/name`);
  expect(await covered()).toBe(0);
  await page.locator('main [name=username]').fill('a b');
  await page.locator('main form .btn-primary').click();
  await page.locator('.toast-flash').waitFor();
  expect(await covered()).toBe(0);
  await page.context().close();
});

test('when the session ends elsewhere, an open page leads to the entrance and keeps its address', async () => {
  const trader = await server.register('ends_elsewhere');
  const page = await browser.open();
  await signIn(page, trader);
  await page.goto(`${server.url}/portfolio?x=1`);
  await page.waitForFunction(() => localStorage.getItem('auth-data') !== null);
  await until(() => server.services.hub.counts().sockets > 0);
  await trader.post('/api/logout');
  await page.waitForURL('**/auth?next=**');
  expect(pathOf(page)).toBe('/auth?next=%2Fportfolio%3Fx%3D1');
  expect(await page.evaluate(() => localStorage.getItem('auth-data'))).toBeNull();
  await page.context().close();
});

test('what comes later goes by the query rules: stale after five minutes, three retries, none for a 401', async () => {
  const trader = await server.register('query_rules');
  const page = await browser.open();
  await signIn(page, trader);
  await page.clock.install();
  const statuses: number[] = [];
  let status = 200;
  await page.route('**/api/user', async (route) => {
    statuses.push(status);
    if (status === 200) await route.continue();
    else await route.fulfill({ status, json: { message: 'No.' } });
  });
  await page.goto(`${server.url}/settings`);
  await page.clock.runFor(3_000);
  await page.waitForFunction(() => localStorage.getItem('auth-data') !== null);
  const look = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')));
  const until = async (count: number) => {
    while (statuses.length < count) {
      await page.clock.runFor(200);
      await page.evaluate(() => 0);
    }
  };
  expect(statuses).toEqual([200]);
  await look();
  await page.clock.fastForward(301_000);
  expect(statuses).toEqual([200]);
  status = 503;
  await look();
  await until(5);
  expect(statuses).toEqual([200, 503, 503, 503, 503]);
  await page.clock.runFor(60_000);
  expect(statuses).toHaveLength(5);
  status = 401;
  await trader.post('/api/logout');
  await until(6);
  await page.clock.runFor(2_000);
  await page.waitForURL('**/auth?next=%2Fsettings');
  expect(statuses).toEqual([200, 503, 503, 503, 503, 401]);
  await page.context().close();
});

test('on a phone the settings are a list, each section a page of its own, without script too', async () => {
  const trader = await server.register('phone_settings');
  const page = await browser.open({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await signIn(page, trader);
  await page.goto(`${server.url}/settings`);
  const [list, password] = [
    page.getByRole('navigation', { name: 'Sections of the settings' }),
    page.getByRole('link', { name: 'Change password' }),
  ];
  expect([await list.isVisible(), await password.isVisible()]).toEqual([true, false]);
  await list.getByRole('link', { name: 'Account' }).click();
  expect([await list.isVisible(), await password.isVisible()]).toEqual([false, true]);
  expect(await page.getByRole('heading', { name: 'A way back' }).isVisible()).toBe(false);
  await page.locator('#account .settings-back').click();
  expect([await list.isVisible(), await password.isVisible()]).toEqual([true, false]);
  await page.goto(`${server.url}/settings#way-back`);
  expect(await page.getByRole('heading', { name: 'A way back' }).isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  // without scripts a sentence names the settings that need a script, in place of disabled switches
  expect(await page.locator('#display h3:visible').allTextContents()).toEqual(['Language']);
  expect(await page.locator('.settings :disabled:visible').count()).toBe(0);
  expect(await page.locator('#display noscript p').isVisible()).toBe(true);
  expect([await list.isVisible(), await password.isVisible()]).toEqual([true, true]);
  await page.context().close();
});

test('a new account’s password is shown at a press, and is still there after a refusal', async () => {
  const page = await browser.open();
  await page.goto(`${server.url}/auth?tab=register`);
  await submit(page, 'not a name!', 'password1');
  await page.getByRole('alert').waitFor();
  const [name, password] = [page.getByLabel('Username'), page.getByLabel('Password', { exact: true })];
  expect(await page.getByRole('alert').textContent()).toContain('Registration failed');
  expect([await name.inputValue(), await password.inputValue()]).toEqual(['not a name!', 'password1']);
  for (const field of [name, password]) expect(await field.getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('button', { name: 'Show the password' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide the password' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  await submit(page, 'kept_password', 'a pass phrase');
  await page.waitForURL(`${server.url}/`);
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('a registration without a response ends after 20 s, and the same form registers at the next press', async () => {
  const page = await browser.open();
  await page.goto(`${server.url}/auth?tab=register`);
  const intent = () => page.locator('[name=intent]').inputValue();
  const first = await intent();
  const alert = page.getByRole('alert');
  await withoutResponse(page, '**/api/register', async () => {
    await submit(page, 'late_answer', 'a pass phrase');
    await alert.waitFor();
  });
  expect(await alert.textContent()).toContain('No answer came. Try again');
  expect([await intent(), page.url()]).toEqual([first, `${server.url}/auth?tab=register`]);
  await submit(page, 'late_answer', 'a pass phrase');
  await page.waitForURL(`${server.url}/`);
  expect(page.problems).toEqual([]);
  await page.context().close();
});
