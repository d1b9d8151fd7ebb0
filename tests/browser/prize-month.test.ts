/** An admin's month on a phone and on a desktop: a join link, a season with three prizes, its end, decisions, claim and payment. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { barriers, searchEach } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { say } from '../helpers/english.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { VIEWS } from '../helpers/matrix.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/** Presses of an admin from the end of the season to the payment of its first prize, without decisions about traders. */
const PRESSES = 10;

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
let season = 0;

beforeAll(async () => {
  browser = await launchBrowser();
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market, env: { MARKET_SEED: '' } });
  admin = await server.admin();
  await admin.post('/api/update-competition', { prizePool: '1000' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page in the client's language, and counts the presses on it. */
async function openAs(client: Client, { lang, width, height }: (typeof VIEWS)[number]) {
  const page: TestPage = await browser.open({
    viewport: { width, height },
    hasTouch: width < 700,
    reducedMotion: 'reduce',
  });
  await searchEach(page);
  await signIn(page, client);
  await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
  const text = (key: string, params?: Record<string, string | number>) =>
    say({ key, ...(params && { params }) } as never, lang);
  let presses = 0;
  return {
    page,
    text,
    presses: () => presses,
    restart: () => {
      presses = 0;
    },
    async press(role: 'button' | 'link', name: string | RegExp) {
      presses++;
      const isWhole = typeof name === 'string';
      const dialog = page.getByRole('dialog');
      const within = (await dialog.count()) > 0 ? dialog : page;
      await within.getByRole(role, { name, exact: isWhole }).first().click();
    },
    sees: (words: string | RegExp) => page.getByText(words).first().waitFor(),
    field: (key: string) => page.getByLabel(text(key), { exact: true }),
    /** Expects no barrier, no error in the console, and nothing wider than the window. */
    async isSound() {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const url = page.url();
      expect({
        url,
        barriers: await barriers(page),
        problems: page.problems,
        wide: Math.max(0, wide),
      }).toEqual({
        url,
        barriers: [],
        problems: [],
        wide: 0,
      });
    },
  };
}
type Desk = Awaited<ReturnType<typeof openAs>>;

/** Takes a decision about a trader on the page of the season's prizes. */
async function decide({ page, press, field, text, isSound }: Desk, act: string, username: string) {
  await field('prizes:decision').selectOption(act);
  await field('seasons:name').fill(username);
  await field('prizes:reason').fill('Two accounts.');
  await press('button', text('seasons:disqualifyNext'));
  await page.getByRole('dialog').waitFor();
  if (act === 'disqualify') await isSound();
  await press('button', text(`prizes:kind.${act}`));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test.each(VIEWS.map((view) => [`${view.lang}, ${view.width}×${view.height}`, view] as const))(
  'from the join link to the payment: %s',
  async (_, view) => {
    season++;
    const desk = await openAs(admin, view);
    const { page, press, sees, field, text, isSound } = desk;

    await page.goto(`${server.url}/admin/people/joins`);
    await field('join:label').fill(`Class ${season}`);
    await press('button', text('join:make'));
    await sees(`Class ${season}`);
    await isSound();
    const address = await page.locator('input[type=url]').first().inputValue();
    await page.goto(server.url + new URL(address).pathname);
    await isSound();
    const names = ['ann', 'bob', 'cid', 'dan'].map((name) => `${name}${season}`);
    const traders: Client[] = [];
    for (const name of names) traders.push(await server.register(name));

    await page.goto(`${server.url}/admin/prizes`);
    await field('prizes:percents').fill('50 30 20');
    await press('button', text('competition:save'));
    await sees('₪500');
    await isSound();

    market.set('AAPL', '100');
    await page.goto(`${server.url}/competitions`);
    await press('link', text('competition:start'));
    await press('button', text('competition:start'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const [i, trader] of traders.entries())
      await trader.post('/api/trade', {
        user_id: trader.userId,
        symbol: 'AAPL',
        action: 'buy',
        quantity: 40 - i * 10,
      });
    market.set('AAPL', '130');

    await page.goto(`${server.url}/competitions`);
    desk.restart();
    await press('link', text('competition:end'));
    await isSound();
    await press('button', text('competition:end'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${server.url}/competitions/${season}`);
    await isSound();
    await page.goto(`${server.url}/admin`);
    await isSound();
    await press('link', text('desk:winnersLook'));
    await sees(names[0]!);
    await isSound();
    const fromEnd = desk.presses();

    await decide(desk, 'disqualify', names[0]!);
    await sees('₪500');
    await decide(desk, 'lift', names[0]!);
    await decide(desk, 'no_prize', names[1]!);

    desk.restart();
    await press('button', text('prizes:confirm'));
    await isSound();
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(3);
    await press('button', text('prizes:kind.confirm'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await isSound();

    const winner = await openAs(traders[0]!, view);
    await winner.page.goto(`${server.url}/`);
    await winner.press('link', text('prizes:claim'));
    await winner.field('prizes:legalName').fill('Ann Levi');
    await winner.field('prizes:contact').fill('ann@mail.example');
    await winner.field('prizes:isAdult').check();
    await winner.isSound();
    await winner.press('button', text('prizes:claim'));
    await winner.sees(text('prizes:correct'));
    await winner.isSound();

    await page.goto(`${server.url}/admin`);
    await press('link', new RegExp(text('desk:claims', { count: 1 })));
    await press('link', new RegExp(text('seasons:title', { number: season })));
    await press('button', text('prizes:showContact'));
    await sees('ann@mail.example');
    await isSound();
    await press('button', text('prizes:markPaid'));
    await page.getByRole('dialog').waitFor();
    await press('button', text('prizes:kind.paid'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await sees(text('prizes:paid'));
    await isSound();
    expect(fromEnd + desk.presses()).toBe(PRESSES);
    await winner.page.context().close();
    await page.context().close();
  },
);
