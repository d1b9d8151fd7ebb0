/** A printed page: black figures, whole tables, no controls. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 10 };
  expect((await trader.post('/api/trade', order)).status).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test.each([
  ['/portfolio', true],
  ['/competitions/1', true],
  ['/leaderboards', true],
  ['/settings/codes', true],
  ['/rules', false],
  ['/terms', false],
])('%s on paper, signed in: %p', async (path, isSignedIn) => {
  const page = await browser.open({});
  if (isSignedIn) await signIn(page, trader);
  await page.goto(server.url + path);
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => {
    const texts = [...document.querySelectorAll('main *')].filter(
      (element) =>
        element.checkVisibility() &&
        [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    );
    const clipped = [...document.querySelectorAll('main table')].filter((table) => {
      const around = table.parentElement!;
      return around.scrollWidth > around.clientWidth + 1 && getComputedStyle(around).overflowX !== 'visible';
    });
    return {
      hasText: texts.length > 0,
      colours: [...new Set(texts.map((element) => getComputedStyle(element).color))],
      ground: getComputedStyle(document.documentElement).backgroundColor,
      blackOnBlack: texts.filter((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return color === backgroundColor;
      }).length,
      controls: [...document.querySelectorAll('nav, footer, .btn, .icon-btn, .account-chip')].filter((each) =>
        each.checkVisibility(),
      ).length,
      clipped: clipped.length,
    };
  });
  expect(printed).toEqual({
    hasText: true,
    colours: ['rgb(0, 0, 0)'],
    ground: 'rgb(255, 255, 255)',
    blackOnBlack: 0,
    controls: 0,
    clipped: 0,
  });
  await page.context().close();
});
