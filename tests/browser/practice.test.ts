/** Practice in Chromium: a phone buys in it, only its account changes, and it starts over. */
import { expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import type { TestPage } from '../helpers/browser.ts';
import { again, button, chartSite, live, PHONE, ticket, toast } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

/** The visible link with the name of the chart's game. */
const gameChip = (page: TestPage) => page.locator('a[href="/games"]').filter({ visible: true });

test('from home to a fill in three presses; the season keeps its cash; the game is named', async () => {
  const page = await site.trader(PHONE);
  const { url } = site.server;
  await page.goto(`${url}/`);
  await page.locator('main a[href="/practice"]').tap();
  await live(page);
  expect(await gameChip(page).textContent()).toBe('Practice100,000$');
  await page.locator('.chart-order').first().tap();
  await ticket(page).waitFor();
  expect(await ticket(page).textContent()).toContain('In: Practice');
  await ticket(page).locator('[data-confirm=trade]').tap();
  await again(page);
  const cash = async (query: string) => {
    const answer = await page.request.get(`${url}/api/user-profile${query}`);
    return Number((await answer.json()).balance);
  };
  expect([(await cash('?game=practice')) < 100_000, await cash('')]).toEqual([true, 100_000]);
  expect(new URL(page.url()).pathname).toBe('/practice');
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('the dock, the other interval and the portfolio stay in practice; starting over empties it', async () => {
  const page = await site.trader();
  const { url } = site.server;
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  await page.request.post(`${url}/api/trade`, {
    data: { user_id: id, symbol: 'AAPL', action: 'buy', quantity: '5', game: 'practice' },
    headers: { origin: url, accept: 'application/json' },
  });
  await page.goto(`${url}/practice`);
  await live(page);
  await button(page, '1h').click();
  await until(
    async () => new URL(page.url()),
    ({ pathname, search }) => pathname === '/practice' && search.includes('interval=1h'),
  );
  const row = page.locator('.dock-row');
  expect(await row.count()).toBe(1);
  await page.goto(`${url}/practice/portfolio`);
  expect(await row.locator('a.dock-ticker').getAttribute('href')).toBe('/practice?symbol=AAPL');
  await row.locator('.dock-acts summary', { hasText: 'Close' }).click();
  await row.locator('.dock-acts button', { hasText: 'Close' }).click();
  await until(
    () => row.count(),
    (count) => count === 0,
  );
  await page.locator('summary', { hasText: 'Start over' }).click();
  await page.locator('details[open] button', { hasText: 'Start over' }).click();
  await toast(page, 'Success').waitFor();
  await until(
    () => page.locator('.portfolio-figures').textContent(),
    (text) => text?.includes('$100,000.00') ?? false,
  );
  expect(page.problems).toEqual([]);
});

const LONG_NAME = 'The eleventh grade of the seaside school';

test.each([
  ['en', 'Season 1', 'Practice'],
  ['he', 'עונה 1', 'אימון'],
])(
  '%s: a phone shows the game of each chart with its cash, and a press leads to the list',
  async (lang, ...names) => {
    const page = await site.trader(PHONE);
    const { url } = site.server;
    const headers = { origin: url, accept: 'application/json' };
    await page.request.post(`${url}/api/language`, { data: { language: lang }, headers });
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const data = { name: LONG_NAME, joining: 'open', isLateOpen: true, kind: 'own', endsAt };
    const { id } = await (await page.request.post(`${url}/api/leagues`, { data, headers })).json();
    for (const [path, name] of [
      ['/chart', names[0]],
      ['/practice', names[1]],
      [`/leagues/${id}/chart`, LONG_NAME],
    ] as const) {
      await page.goto(url + path);
      await live(page);
      const chip = gameChip(page);
      expect(await chip.textContent()).toBe(`${name}100,000$`);
      const box = (await chip.boundingBox())!;
      expect([box.x >= 0, box.x + box.width <= 360]).toEqual([true, true]);
      // the whole cash is visible, whatever the length of the name
      const cash = (await chip.locator('bdi').last().boundingBox())!;
      expect(cash.x + cash.width).toBeLessThan(box.x + box.width);
      const touched = await chip.evaluate((link) => {
        const { x, y, width, height } = link.getBoundingClientRect();
        const middle = y + height / 2;
        return [middle - 19, middle, middle + 19].map(
          (at) => document.elementFromPoint(x + width / 2, at)?.closest('a') === link,
        );
      });
      expect([path, touched]).toEqual([path, [true, true, true]]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await barriers(page)).toEqual([]);
    }
    await gameChip(page).tap();
    await page.waitForURL(`${url}/games`);
    expect(page.problems).toEqual([]);
  },
);

test.each(['socket', 'polls'])(
  'by %s an open page says that the season ended and that the next one runs',
  async (way) => {
    const page = await site.trader(PHONE);
    const { server, admin } = site;
    if (way === 'polls') await page.routeWebSocket(/./, (socket) => socket.close());
    await admin.post('/api/update-competition', { nextCompetitionDate: 'in spring' });
    for (const path of ['/practice', '/games']) {
      await page.goto(server.url + path);
      const about = page.locator('[data-region=about] p, [data-region=games] > div > p');
      expect(await about.textContent()).toContain('Trade in season');
      await admin.post('/api/toggle-competition', { active: false });
      await until(
        () => about.textContent(),
        (text) => text?.includes('Next season: in spring.') ?? false,
      );
      expect(await about.locator('a').count()).toBe(0);
      await admin.post('/api/reset-competition');
      await admin.post('/api/toggle-competition', { active: true });
      await about.locator('a[href="/chart"]').waitFor();
    }
    expect(page.problems).toEqual([]);
  },
);
