/** The screens of the contest with all their content: rules, dialogs, curves, a season that is over. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { VIEWS } from '../helpers/matrix.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;

beforeAll(async () => {
  browser = await launchBrowser();
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  admin = await server.admin();
  ann = await server.register('ann');
  const bob = await server.register('bob');
  const order = (who: Client, action: string, symbol: string, quantity: number) =>
    who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });
  const rules = { minPrice: '5', maxShare: 25, minHoldMinutes: 10, hideOpen: true };
  await admin.post('/api/update-competition', { ...rules, endsAt: '2131-01-01T12:00:00Z' });
  for (const price of ['104', '98']) {
    await admin.post('/api/toggle-competition', { active: true });
    market.set('AAPL', '100');
    for (const who of [ann, bob]) expect((await order(who, 'buy', 'AAPL', 100)).status).toBe(200);
    market.set('AAPL', price);
    expect((await order(bob, 'sell', 'AAPL', 40)).status).toBe(200);
    expect((await order(bob, 'short', 'TSLA', 10)).status).toBe(200);
    await server.services.leaderboard.pass(true);
    if (price === '104') await admin.post('/api/toggle-competition', { active: false });
  }
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const STATES = [
  ['ann', '/competitions'],
  ['ann', '/competitions/1'],
  ['ann', '/leaderboards'],
  ['ann', '/leaderboards?trader=bob'],
  ['ann', '/leaderboards?trader=bob&tab=history'],
  ['ann', '/ranking'],
  ['ann', '/rank-details-page'],
  ['admin', '/competitions'],
  ['admin', '/competitions?dialog=edit'],
  ['admin', '/competitions?dialog=reset'],
  ['admin', '/competitions/1'],
  ['admin', '/admin/audit'],
] as const;

describe('every screen of the contest', () => {
  for (const { lang, width, height } of VIEWS) {
    test(`${lang}, ${width}×${height}: no barrier, nothing too wide, nothing too small to touch`, async () => {
      const page = await browser.open({
        viewport: { width, height },
        reducedMotion: 'reduce',
        hasTouch: width < 700,
      });
      for (const [name, path] of STATES) {
        const { cookies } = name === 'admin' ? admin : ann;
        const all = [...cookies, ['lang', lang]] as [string, string][];
        // ends all requests of the previous reader's page
        await page.goto('about:blank');
        await page.context().clearCookies();
        await page.context().addCookies(all.map(([key, value]) => ({ name: key, value, url: server.url })));
        await page.goto(server.url + path);
        const measures = await page.evaluate(() => ({
          wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
          coarse: matchMedia('(pointer: coarse)').matches,
          small: [...document.querySelectorAll('main :is(a.btn, button, .choice, input:not([type=radio]))')]
            .filter((each) => {
              const { height: tall } = each.getBoundingClientRect();
              return tall > 0 && tall < 44;
            })
            .map((each) => each.textContent),
        }));
        const small = measures.coarse ? measures.small : [];
        const state = { name, path, wide: measures.wide, small, problems: page.problems };
        expect({ ...state, barriers: await barriers(page) }).toEqual({
          name,
          path,
          wide: 0,
          small: [],
          problems: [],
          barriers: [],
        });
      }
      await page.context().close();
    });
  }
});

test.each(['en', 'he'])('the admin log of a phone needs no sideways scrolling: %s', async (lang) => {
  const page = await browser.open({ viewport: { width: 360, height: 740 } });
  await signIn(page, admin);
  await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
  await page.goto(`${server.url}/admin/audit`);
  for (const width of [360, 320, 768]) {
    await page.setViewportSize({ width, height: 740 });
    const wide = await page.locator('main, main *').evaluateAll((all) =>
      all.flatMap((each) => {
        // the sections of the desk scroll sideways
        if (each.closest('nav')) return [];
        const { left, right } = each.getBoundingClientRect();
        const scrolls = each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX === 'auto';
        return scrolls || left < 0 || right > innerWidth ? [each.textContent] : [];
      }),
    );
    expect(wide).toEqual([]);
    // the value of the edit is readable at every width
    expect(await page.getByText(': 25').filter({ visible: true }).count()).toBe(1);
  }
  await page.context().close();
});

test('an admin edits the rules in the dialog; it comes prefilled, Save and Cancel close it, the page tells them', async () => {
  const page = await browser.open();
  await signIn(page, admin);
  await page.goto(`${server.url}/competitions`);
  await page.getByRole('link', { name: 'Edit Game Info' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Minimum price ($)').inputValue()).toBe('5.00');
  expect(await dialog.getByLabel('Hidden until closed').isChecked()).toBe(true);
  await dialog.getByRole('link', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Edit Game Info' }).click();
  await dialog.getByLabel('Minimum price ($)').fill('');
  await dialog.getByLabel('Maximum per symbol (%)').fill('40');
  await dialog.getByLabel('Visible').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('At most 40% of the starting cash ($40,000) can be in one symbol, long or short.')
    .waitFor();
  expect(await dialog.count()).toBe(0);
  expect(await page.getByText('cannot be bought or shorted').count()).toBe(0);
  expect(await page.getByText('Open positions are hidden from other traders').count()).toBe(0);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('what an admin typed stays after a refusal, however often the page is fetched again', async () => {
  const page = await browser.open();
  await signIn(page, admin);
  await page.goto(`${server.url}/competitions?dialog=edit`);
  await page.locator('[name=prizePool]').fill('99999999999999999999');
  await page.locator('[name=nextCompetitionDate]').fill('tomorrow');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('At most 15 digits before the dot.').first().waitFor();
  await page
    .locator('is-land[data-island=LiveRegion][data-island-status=awake]')
    .waitFor({ state: 'attached' });
  const fetched = page.waitForResponse((response) => response.url().endsWith('/competitions?dialog=edit'));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await (await fetched).finished();
  // a page that rendered again would do so before the next frame
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await page.locator('[name=prizePool]').inputValue()).toBe('99999999999999999999');
  expect(await page.locator('[name=nextCompetitionDate]').inputValue()).toBe('tomorrow');
  await page.close();
});

test.each([true, false])(
  'the trades of a season are chosen, javaScriptEnabled: %p',
  async (javaScriptEnabled) => {
    const page = await browser.open({ javaScriptEnabled });
    await signIn(page, ann);
    // positions open at the end of season 1 are closed and visible; the rules of season 2 still hide them
    await page.goto(`${server.url}/leaderboards?trader=bob&tab=history`);
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).not.toContain('+$160.00');
    await dialog.getByRole('link', { name: 'Season 1' }).click();
    await dialog.getByText('+$160.00').first().waitFor();
    expect(await dialog.getByRole('link', { name: 'Season 1' }).getAttribute('aria-current')).toBe('page');
    await dialog.getByRole('link', { name: 'All seasons' }).click();
    await page.waitForURL(/season=all/);
    await dialog.getByText('+$160.00').first().waitFor();
    await page.goto(`${server.url}/profile?tab=trades`);
    await page.getByRole('link', { name: 'Season 1' }).click();
    await page.waitForURL(/season=1/);
    await page.locator('main', { hasText: '+$400.00' }).waitFor();
    expect(page.problems).toEqual([]);
    await page.context().close();
  },
);

test('an edit shows on the open pages of everybody', async () => {
  const page = await browser.open();
  await signIn(page, ann);
  await page.goto(`${server.url}/competitions`);
  await page
    .locator('is-land[data-island=LiveRegion][data-island-status=awake]')
    .waitFor({ state: 'attached' });
  expect((await admin.post('/api/update-competition', { prizePool: '7,531' })).status).toBe(200);
  await page.getByText('7,531').waitFor();
  expect((await admin.post('/api/update-competition', { endsAt: '2132-02-03T12:00:00Z' })).status).toBe(200);
  await page.locator('time[datetime="2132-02-03T12:00:00.000Z"]').waitFor();
  await page.close();
});

test("the trader's curve and the leader's are drawn by the server, without a script", async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  await signIn(page, ann);
  await page.goto(`${server.url}/leaderboards?trader=bob`);
  const chart = page.locator('figure svg[role=img]');
  const label = (await chart.getAttribute('aria-label')) ?? '';
  expect(label).toContain('bob from $100,000.00 to ');
  // the start line, the area and the curve; with a leader also the leader's curve
  const curves = await chart.locator('path').count();
  expect(curves).toBe(label.includes('leader') ? 4 : 3);
  await page.close();
});
