/** The share link: copied, passed to the device's share sheet, and as a field without scripts. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let dana: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  const admin = await server.admin();
  dana = await server.register('dana');
  await admin.post('/api/toggle-competition', { active: true });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const PAGES = ['/traders/dana', '/competitions/1', '/competitions/1/check'];

describe.each(PAGES)('%s', (path) => {
  test('a visitor copies its address in the page’s language', async () => {
    const page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${server.url}/he${path}`);
    await page.getByRole('button', { name: 'שיתוף' }).click();
    await page.getByRole('button', { name: 'העתקת הקישור' }).click();
    await page.getByRole('button', { name: 'הועתק' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${server.services.settings.publicUrl}/he${path}?via=share`);
    expect(await page.getByRole('status').filter({ hasText: 'הועתק' }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('#share').waitFor({ state: 'hidden' });
    expect(page.problems).toEqual([]);
  });

  test('a phone with a sheet of its own is handed the link', async () => {
    const page = await browser.open({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await signIn(page, dana);
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: async (link: ShareData) => Object.assign(window, { link }),
      });
    });
    await page.goto(server.url + path);
    await page.getByRole('button', { name: 'Share', exact: true }).tap();
    await page.getByRole('button', { name: 'Share with…' }).tap();
    await page.waitForFunction(() => 'link' in window);
    expect(await page.evaluate(() => (window as unknown as { link: ShareData }).link)).toEqual({
      title: await page.title(),
      url: `${server.services.settings.publicUrl}${path}?via=share`,
    });
    const box = (await page.locator('#share').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
  });

  test('without script, and without a sheet, there is what works and nothing else', async () => {
    const plain = await browser.open({ javaScriptEnabled: false });
    await plain.goto(server.url + path);
    await plain.getByRole('button', { name: 'Share' }).click();
    expect(await plain.getByLabel('Link to this page').inputValue()).toEndWith(`${path}?via=share`);
    expect(await plain.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(false);
    const page = await browser.open();
    await page.goto(server.url + path);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForSelector('[data-island=ShareLink][data-island-status=awake]');
    expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Share with…' }).isVisible()).toBe(false);
  });
});

test('where the clipboard is refused the field’s own selection is copied', async () => {
  const page = await browser.open({ permissions: ['clipboard-read'] });
  await page.addInitScript(() => {
    Clipboard.prototype.writeText = async () => Promise.reject(new Error('refused'));
  });
  await page.goto(`${server.url}/traders/dana`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toEndWith('/traders/dana?via=share');
});
