/** The list of recordings with an admin's actions, and the settings of a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  allAwake,
  launchBrowser,
  signIn,
  type TestBrowser,
  type TestPage,
  withoutResponse,
} from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let admin: Client;
let trader: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  admin = await server.admin();
  trader = await server.register();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string, client: Client, options: object = {}): Promise<TestPage> {
  const page = await browser.open(options);
  await signIn(page, client);
  await page.goto(server.url + path);
  return page;
}

describe('recordings', () => {
  const add = (page: TestPage) => page.getByRole('button', { name: 'Add', exact: true }).click();

  test.each([true, false])('added and deleted, javaScriptEnabled: %p', async (javaScriptEnabled) => {
    const page = await open('/recordings', admin, { javaScriptEnabled });
    await page.getByText('No recordings available').waitFor();
    if (javaScriptEnabled) await allAwake(page);
    await page.evaluate(() => Object.assign(window, { same: true })).catch(() => {});
    await page.getByLabel('Title').fill('Kept');
    await add(page);
    await page.getByText('Please provide both title and URL').first().waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Kept');

    await page.getByLabel('URL').fill('https://video.example/r');
    await add(page);
    await page.getByText('New recording added.').waitFor();
    const link = page.getByRole('link', { name: 'Open Kept in a new tab' });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect([await page.getByLabel('Title').inputValue(), await page.getByLabel('URL').inputValue()]).toEqual([
      '',
      '',
    ]);

    // the page was not reloaded
    if (javaScriptEnabled) expect(await page.evaluate(() => 'same' in window)).toBe(true);
    await page.getByRole('link', { name: 'Delete Kept' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this recording?' });
    await question.getByRole('link', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Delete Kept' }).click();
    await question.getByText('Kept', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Delete Kept' }).click();
    await page.getByText('Recording link removed.').waitFor();
    await page.getByText('No recordings available').waitFor();
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test.each([true, false])(
    'a refusal is beside its field, javaScriptEnabled: %p',
    async (javaScriptEnabled) => {
      const { json } = await admin.post<{ id: number }>('/api/recordings', {
        title: 'Edited',
        url: 'https://a.example',
      });
      const page = await open('/recordings', admin, { javaScriptEnabled });
      if (javaScriptEnabled) await allAwake(page);
      await page.getByLabel('Title').fill('Refused');
      for (const url of ['//host.example/a', 'javascript:alert(1)']) {
        await page.getByLabel('URL').fill(url);
        await add(page);
        await page.locator(`[value="${url}"][aria-describedby=issue-url]`).waitFor();
        expect(await page.locator('#issue-url').textContent()).toContain('must start with http');
      }
      await page.goto(`${server.url}/recordings?edit=${json.id}`);
      const dialog = page.getByRole('dialog', { name: 'Edit' });
      await dialog.getByLabel('Title').fill('');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.locator('[name=title][aria-describedby=issue-edit-title]').waitFor();
      expect(await page.locator('#issue-edit-title').textContent()).toContain('Please provide both');
      await page.context().close();
    },
  );

  test('Adding... while it is on its way; every failure in the fixed words', async () => {
    await admin.post('/api/recordings', { title: 'Other', url: 'https://a.example' });
    const page = await open('/recordings', admin);
    await allAwake(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/recordings', async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"x"}' });
    });
    await page.getByLabel('Title').fill('A');
    await page.getByLabel('URL').fill('https://a.example');
    await add(page);
    const busy = page.getByRole('button', { name: 'Adding...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    held.resolve();
    await page.getByText('Failed to add the recording').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('A');
    await page.unroute('**/api/recordings');
    await page.context().close();
  });

  test('adding without a response fails after 20 s, and the button works again', async () => {
    const page = await open('/recordings', admin);
    await allAwake(page);
    await page.getByLabel('Title').fill('Lost');
    await page.getByLabel('URL').fill('https://a.example');
    await withoutResponse(page, '**/api/recordings', async () => {
      await add(page);
      await page.getByText('Failed to add the recording').waitFor();
    });
    await add(page);
    await page.getByText('New recording added.').waitFor();
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('who only reads has no script of it', async () => {
    const page = await open('/recordings', trader);
    expect(await page.locator('is-land[data-island=RecordingForms]').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Delete/ }).count()).toBe(0);
    await page.context().close();
  });
});

describe('settings', () => {
  /** Returns the sidebar's width, and whether its height is the window's. */
  const scale = (page: TestPage) =>
    page.evaluate(() => {
      const side = document.querySelector('.sidenav')!.getBoundingClientRect();
      return [Math.round(side.width), Math.round(side.height) === innerHeight];
    });

  test('site zoom: 75 percent from the first paint, on every page, until it is taken back', async () => {
    const page = await open('/settings', trader, { viewport: { width: 1280, height: 800 } });
    expect(await scale(page)).toEqual([64, true]);
    await page.getByRole('button', { name: 'Zoom to 75%' }).click();
    await page.getByRole('button', { name: 'Back to 100%' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('siteZoom'))).toBe('75');
    expect(await scale(page)).toEqual([48, true]);
    for (const path of ['/leaderboards', '/help', '/settings']) {
      await page.goto(server.url + path);
      expect([path, ...(await scale(page))]).toEqual([path, 48, true]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await page.getByRole('button', { name: 'Back to 100%' }).click();
    await page.getByRole('button', { name: 'Zoom to 75%' }).waitFor();
    expect(await scale(page)).toEqual([64, true]);
    await page.goto(`${server.url}/help`);
    expect(await scale(page)).toEqual([64, true]);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('what local storage holds counts, whatever a cookie said', async () => {
    const page = await open('/settings', trader, { viewport: { width: 1280, height: 800 } });
    await page.evaluate(() => localStorage.setItem('siteZoom', '75'));
    await page.goto(`${server.url}/leaderboards`);
    expect(await scale(page)).toEqual([48, true]);
    await page.evaluate(() => localStorage.setItem('siteZoom', '50'));
    await page.goto(`${server.url}/leaderboards`);
    expect(await scale(page)).toEqual([64, true]);
    await page.context().close();
  });

  test.each([true, false])('the language, javaScriptEnabled: %p', async (javaScriptEnabled) => {
    const page = await open('/settings', trader, { javaScriptEnabled });
    await page.getByRole('button', { name: 'עברית' }).click();
    await page.locator('html[lang=he]').waitFor({ state: 'attached' });
    expect(new URL(page.url()).pathname).toBe('/settings');
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('html[lang=en]').waitFor({ state: 'attached' });
    await page.context().close();
  });
});
