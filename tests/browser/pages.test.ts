/** Every page as visitor, trader and admin, in both languages, on desktop and phone: nothing broken, nothing barred. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGES = {
  visitor: ['/auth', '/auth?tab=register', '/pricing', '/pricing?tab=fundamentals', '/public-contact'],
  trader: [
    '/',
    '/chart',
    '/competitions',
    '/leaderboards',
    '/portfolio',
    '/profile',
    '/profile?tab=banners',
    '/ranking',
    '/rank-details-page',
    '/recordings',
    '/settings',
    '/shop',
    '/shop?view=all',
    '/help',
    '/contact',
    '/screener',
    '/screener?scan=1&type=day&priceMoreThan=x',
    '/screener?scan=1&type=day',
  ],
  admin: [
    '/competitions',
    '/competitions?dialog=edit',
    '/competitions?dialog=reset',
    '/recordings',
    '/settings',
    '/admin/messages',
    '/admin/messages/1',
  ],
} as const;
type Role = keyof typeof PAGES;

let browser: TestBrowser;
let server: TestServer;
const clients: Partial<Record<Role, Client>> = {};

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer({ market: heldMarket({ AAPL: '100', TSLA: '50' }) });
  const admin = await server.admin();
  const trader = await server.register('נועה_trader');
  Object.assign(clients, { admin, trader });
  await admin.post('/api/toggle-competition', { active: true });
  await trader.post('/api/contact', {
    ...{ name: 'נועה Bareket', email: 'noa@mail.example', phone: '050-000-0000' },
    ...{ subject: 'Question', message: 'How? '.repeat(60) },
  });
  for (const [action, symbol] of [
    ['buy', 'AAPL'],
    ['short', 'TSLA'],
  ]) {
    await trader.post('/api/trade', { user_id: trader.userId, symbol, action, quantity: 10 });
  }
  await server.services.standings.pass(true);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  for (const lang of ['en', 'he'] as const) {
    for (const role of ['visitor', 'trader', 'admin'] as const) {
      test(`${role}, ${lang}, ${width}×${height}`, async () => {
        const page = await browser.open({ viewport: { width, height }, reducedMotion: 'reduce' });
        const cookies: [string, string][] = [['lang', lang], ...(clients[role]?.cookies ?? [])];
        await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: server.url })));
        for (const each of PAGES[role]) {
          // pricing has an address for each language, the contact forms one language each
          const path = lang === 'he' ? each.replace(/^\/pricing/, '/he/pricing') : each;
          const answer = await page.goto(server.url + path);
          expect(`${path} ${answer?.status()}`).toBe(`${path} 200`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          const found = { wide: Math.max(0, wide), problems: page.problems, barriers: await barriers(page) };
          expect({ path, ...found }).toEqual({ path, wide: 0, problems: [], barriers: [] });
          const drawn = path === '/contact' ? 'he' : path === '/public-contact' ? 'en' : lang;
          expect([
            path,
            ...(await page.evaluate(() => [document.documentElement.lang, document.dir])),
          ]).toEqual([path, drawn, drawn === 'he' ? 'rtl' : 'ltr']);
        }
        await page.context().close();
      }, 60_000);
    }
  }
}
