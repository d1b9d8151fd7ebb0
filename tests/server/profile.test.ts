/** /profile over HTTP without a script: the reader's data and every state of its parts. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { giveTkf } from '../helpers/tkf.ts';

let server: TestServer;
let market: HeldMarket;
/** Has never traded. */
let newcomer: Client;
/** Has 22 closed trades, an open long and an open short. */
let trader: Client;

const order = async (who: Client, action: string, symbol: string, quantity: number) => {
  const { status, text } = await who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });
  if (status !== 200) throw new Error(`${action} ${symbol}: ${text}`);
};

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', NVDA: '200' });
  server = await startServer({ market });
  await server.services.seasons.start(null);
  [newcomer, trader] = [await server.register('נועה-1'), await server.register('tape_reader')];
  await order(trader, 'buy', 'AAPL', 20);
  market.set('AAPL', '110');
  for (let i = 0; i < 20; i++) await order(trader, 'sell', 'AAPL', 1);
  await order(trader, 'short', 'TSLA', 4);
  market.set('TSLA', '60');
  await order(trader, 'cover', 'TSLA', 4);
  market.set('TSLA', '50');
  await order(trader, 'short', 'TSLA', 8);
  market.set('TSLA', '45');
  await order(trader, 'cover', 'TSLA', 2);
  await order(trader, 'buy', 'NVDA', 3);
  market.set('NVDA', '190');
  await server.services.leaderboard.pass(true);
});
afterAll(() => server?.stop());

async function open(who: Client, path: string, lang = 'en') {
  who.cookies.set('lang', lang);
  const { status, text } = await who.get(path, { accept: 'text/html' });
  expect(`${path} ${status}`).toBe(`${path} 200`);
  const html = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  return { html, text: textOf(html) };
}

describe('who', () => {
  test('name, initials, level, rank, progress and TKF of a newcomer, with every rule word for word', async () => {
    const { html, text } = await open(newcomer, '/profile');
    for (const part of [
      'נועה-1',
      'Level 0',
      'Level 1',
      'XP 0',
      'XP to next level 0 / 100',
      'Earn 1 XP for each 1% profit in your trades',
      'XP is only awarded for profits; losses don&#x27;t reduce XP',
      'TKF balance',
      '0 TKF',
      'Use TKF in the Shop to purchase banners and themes',
      'Gain 50 TKF each time you level up',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toMatch(/aria-hidden="true">נו<\/span>/);
    expect(html).not.toContain('Remove Banner');
    for (const tab of ['OVERVIEW', 'TRADES', 'BANNERS', 'LOGOS', 'BADGES', 'THEMES'])
      expect(text).toContain(tab);
  });

  test('XP, level and TKF as they were earned', async () => {
    const { json: before } = await trader.get<{ xp: number }>('/api/user-profile');
    // a whole position at +10 % and a quarter of one at +10 %; nothing for the loss
    expect(before.xp).toBe(12.5);
    const { text } = await open(trader, '/profile');
    expect(text).toContain(`XP to next level ${before.xp} / 100`);
    await server.sql`update progress set xp = 3310.5, level = 7, tkf = 1385 where user_id = ${trader.userId}`;
    const { text: later, html } = await open(trader, '/profile');
    for (const part of ['Level 7', 'Level 8', 'XP 3,310.5', 'XP to next level 510.5 / 800', '1,385 TKF']) {
      expect(later).toContain(part);
    }
    expect(html).toMatch(/role="progressbar"[^>]*aria-valuenow="64"/);
  });

  test('an admin has one too', async () => {
    const admin = await server.admin();
    const { text } = await open(admin, '/profile');
    expect(text).toContain('Level 0');
    expect(text).toContain('CADET');
  });

  test('who is signed out is sent to sign in, and back', async () => {
    const { status, headers } = await server.visitor().get('/profile?tab=trades', { accept: 'text/html' });
    expect([status, headers.get('location')]).toEqual([303, '/auth?next=%2Fprofile%3Ftab%3Dtrades']);
  });
});

describe('overview', () => {
  test('a newcomer: start cash, no rate, no trades, and the sentence', async () => {
    const { text } = await open(newcomer, '/profile');
    expect(text).toContain('Portfolio Value $100,000.00 Cash $100,000.00');
    expect(text).toContain('Win Rate 0.00%');
    expect(text).toContain('Total P&amp;L $0.00');
    expect(text).toMatch(/Closed Trades 0 /);
    expect(text).toContain('No closed trades yet. Start trading to see your history!');
  });

  test('equity with the cash beside it, win rate, total and count as the API tells them', async () => {
    const { text, html } = await open(trader, '/profile');
    // +200 −40 +10; cash 100,000 + 170 − 6·50 short − 3·200; the short is worth 6·55, the long 3·190
    expect(text).toContain('Portfolio Value $100,170.00 Cash $99,270.00');
    // 21 of 22
    expect(text).toContain('Win Rate 95.45% Won 21 of 22');
    expect(text).toContain('Total P&amp;L +$170.00');
    expect(html).toMatch(/text-gain[^>]*>[\s\S]{0,200}\+\$170\.00/);
    expect(text).toMatch(/Closed Trades 22 Since /);
  });

  test('the five newest closed trades: opening fill, direction, profit', async () => {
    const { html } = await open(trader, '/profile');
    const rows = [...html.matchAll(/<li class="profile-recent">([\s\S]*?)<\/li>/g)].map(([row]) =>
      textOf(row),
    );
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(/^TSLA Short Sold 2 at \$50\.00 Closed .* \+\$10\.00$/);
    expect(rows[1]).toMatch(/^TSLA Short Sold 4 at \$50\.00 Closed .* −\$40\.00$/);
    expect(rows[2]).toMatch(/^AAPL Long Bought 1 at \$100\.00 Closed .* \+\$10\.00$/);
  });
});

const trades = (html: string) =>
  [...html.matchAll(/<li class="card profile-trade">([\s\S]*?)<\/li>/g)].map(([row]) => textOf(row));

describe('trades', () => {
  test('none: each side has its sentence', async () => {
    expect((await open(newcomer, '/profile?tab=trades')).text).toContain(
      'No closed trades yet. Complete some trades to see your history!',
    );
    expect((await open(newcomer, '/profile?tab=trades&show=open')).text).toContain(
      'No open trades. Start trading to see your positions!',
    );
  });

  test('closed: direction, symbol, dates, both prices, quantity, P&L and percent; a short was sold first', async () => {
    const rows = trades((await open(trader, '/profile?tab=trades')).html);
    expect(rows[0]).toMatch(
      /^Short TSLA Opened .* Closed .* Buy price \$45\.00 Sell price \$50\.00 Quantity 2 P&amp;L \+\$10\.00 Change \+10\.00%$/,
    );
    expect(rows[2]).toMatch(/^Long AAPL .* Buy price \$100\.00 Sell price \$110\.00 Quantity 1 .*\+10\.00%$/);
  });

  test('twenty on a page; beyond the last page is the last, rubbish is the first', async () => {
    const first = await open(trader, '/profile?tab=trades');
    expect(trades(first.html)).toHaveLength(20);
    expect(first.html).toMatch(/href="\/profile\?tab=trades&amp;page=2&amp;before=\d+"/);
    for (const page of ['2', '99']) {
      const last = await open(trader, `/profile?tab=trades&page=${page}`);
      expect(trades(last.html)).toHaveLength(2);
      expect(last.text).toContain('2 / 2');
    }
    for (const page of ['-1', 'x', '1e9']) {
      expect(trades((await open(trader, `/profile?tab=trades&page=${page}`)).html)).toHaveLength(20);
    }
  });

  test('whoever turns the pages while trades are closed sees no row twice and misses none', async () => {
    const next = async (html: string) =>
      (await open(trader, /href="([^"]*before=\d+)"/.exec(html)![1]!.replaceAll('&amp;', '&'))).html;
    const first = (await open(trader, '/profile?tab=trades')).html;
    const all = [...trades(first), ...trades(await next(first))];
    expect(all).toHaveLength(22);
    const [newest] = await server.sql<{ id: bigint }[]>`
      select max(id) as id from closed_trades where user_id = ${trader.userId}`;
    await server.sql`
      insert into closed_trades (user_id, season_id, position_id, fill_id, symbol, is_short, quantity, entry_price, exit_price,
        pnl, pnl_percent, xp, close_reason, opened_at, closed_at)
      select user_id, season_id, position_id, fill_id, symbol, is_short, quantity, entry_price, exit_price, pnl, pnl_percent, xp,
        close_reason, opened_at, closed_at from closed_trades where user_id = ${trader.userId} order by id desc limit 3`;
    try {
      const second = await open(trader, /href="([^"]*before=\d+)"/.exec(first)![1]!.replaceAll('&amp;', '&'));
      expect([...trades(first), ...trades(second.html)]).toEqual(all);
      expect(second.text).toContain('3 / 3');
      // back to the page before, then to the newest
      const back = /href="([^"]*after=\d+)"/.exec(second.html)![1]!.replaceAll('&amp;', '&');
      expect(trades((await open(trader, back)).html)).toEqual(all.slice(0, 20));
    } finally {
      await server.sql`delete from closed_trades where id > ${newest!.id}`;
    }
  });

  test('open: entry, current price, unrealised P&L, whole days, percent; newest first', async () => {
    await server.sql`
      update positions set opened_at = now() - interval '2 days 23 hours' where symbol = 'NVDA'`;
    const rows = trades((await open(trader, '/profile?tab=trades&show=open')).html);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(
      /^Long NVDA Opened .* Days held 2 Buy price \$200\.00 Current price \$190\.00 Quantity 3 Unrealized P&amp;L −\$30\.00 Change −5\.00%$/,
    );
    expect(rows[1]).toMatch(
      /^Short TSLA .* Days held 0 Sell price \$50\.00 Current price \$45\.00 Quantity 6 Unrealized P&amp;L \+\$30\.00 Change \+10\.00%$/,
    );
  });

  test('a position without a price says nothing it does not know', async () => {
    market.remove('NVDA');
    const [row] = trades((await open(trader, '/profile?tab=trades&show=open')).html);
    expect(row).toContain('Current price —');
    expect(row).not.toMatch(/NaN|null|undefined/);
    market.set('NVDA', '190');
  });
});

describe('items', () => {
  const KINDS = [
    ['banners', 'banner_9', 'Breakout', 'Clutch', 'Banner'],
    ['logos', 'logo_6', 'Owl', 'Silver', 'Logo'],
    ['badges', 'badge_9', 'Cut Diamond', 'Imperial', 'Badge'],
    ['themes', 'theme_7', 'Cosmic Void', 'Silver', 'Theme'],
  ] as const;
  const cards = (html: string) =>
    [...html.matchAll(/<li class="item-card[\s\S]*?<\/li>/g)].map(([card]) => ({ card, text: textOf(card) }));

  test.each(KINDS)('%s: none, owned, worn, taken off', async (tab, itemId, name, rarity, type) => {
    const path = `/profile?tab=${tab}`;
    const who = await server.register();
    await giveTkf(server.sql, who.userId, 1_000);
    const empty = await open(who, path);
    expect(empty.text).toContain(`NO ${tab.toUpperCase()} YET. VISIT THE SHOP TO BUY SOME!`);
    expect(empty.html).toContain('href="/shop"');
    // everyone owns the default theme
    expect(cards(empty.html)).toHaveLength(tab === 'themes' ? 1 : 0);

    await who.post('/api/shop/purchase', { itemId });
    const owned = await open(who, path);
    expect(owned.text).not.toContain('VISIT THE SHOP');
    const { card, text } = cards(owned.html).find((each) => each.card.includes(`data-item="${itemId}"`))!;
    expect(text).toBe(`${rarity} ${type} ${name} EQUIP`);
    const picture = /<img src="([^"]+)"/.exec(card)![1]!;
    expect((await who.get(picture)).headers.get('content-type')).toContain('image/svg+xml');

    const fields = Object.fromEntries(
      [...card.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ) as Record<string, string>;
    const sent = await who.form('/api/user/equip-item', fields);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path]);
    const worn = await open(who, path);
    const active = cards(worn.html).find((each) => each.card.includes(`data-item="${itemId}"`))!;
    expect(active.text).toBe(`${rarity} ${type} ${name} EQUIPPED UNEQUIP`);
    if (tab === 'banners') expect(worn.html).toContain(`data-banner="${itemId}"`);
    if (tab === 'logos') expect(worn.html).toContain(`data-logo="${itemId}"`);
    if (tab === 'badges') expect(worn.html).toContain(`alt="${name}"`);
    expect(worn.text.includes('Remove Banner')).toBe(tab === 'banners');

    await who.form('/api/user/equip-item', { ...fields, unequip: 'true' });
    const off = cards((await open(who, path)).html).find((each) => each.card.includes(itemId))!;
    expect(off.text).toBe(`${rarity} ${type} ${name} EQUIP`);
  });

  test('others see banner, logo and badge in the dialog of the leaderboard, and nothing to press', async () => {
    const who = await server.register('show_off');
    await giveTkf(server.sql, who.userId, 2_000);
    for (const itemId of ['banner_9', 'logo_6', 'badge_9']) {
      await who.post('/api/shop/purchase', { itemId });
      await who.post('/api/user/equip-item', { itemId, type: itemId.split('_')[0], unequip: false });
    }
    const { html, text } = await open(trader, '/leaderboards?trader=show_off&tab=profile');
    expect(html).toContain('data-banner="banner_9"');
    expect(html).toContain('data-logo="logo_6"');
    expect(html).toContain('alt="Cut Diamond"');
    expect(text).toContain('Level 0');
    expect(text).not.toContain('Remove Banner');
  });
});

test('what the address does not mean is left out', async () => {
  const { text } = await open(newcomer, '/profile?tab=shoes&show=none');
  expect(text).toContain('Recent Trading Activity');
});

test('in Hebrew all of it is Hebrew, figures isolated', async () => {
  const { html, text } = await open(trader, '/profile', 'he');
  trader.cookies.set('lang', 'en');
  expect(text).toContain('שווי התיק');
  expect(html.replace(/(<bdi dir="ltr") class="[^"]*"/g, '$1')).toContain('<bdi dir="ltr">$100,170.00</bdi>');
  expect(text).not.toMatch(/Portfolio|Trades|Level|Closed/);
});
