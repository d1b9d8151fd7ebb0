/** The shop over HTTP on a real database: buying, wearing, refusals, races. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { WireProfile } from '#core/contract/account.ts';
import type { EquipAnswer, PurchaseAnswer, ShopItem } from '#core/contract/shop.ts';
import { REFUSALS, type RefusalCode } from '#core/refusals/refusals.ts';
import { ITEMS } from '#core/shop/catalogue.ts';
import { createShop } from '#services/shop/shop.ts';
import type { Answer, Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { auditItems, giveTkf } from '../helpers/tkf.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
  await server.services.seasons.start(null);
});
afterAll(() => server?.stop());

async function shopper(tkf: number): Promise<Client> {
  const client = await server.register();
  if (tkf > 0) await giveTkf(server.sql, client.userId, tkf);
  return client;
}
const buy = (who: Client, itemId: unknown, headers?: Record<string, string>) =>
  who.post<PurchaseAnswer>('/api/shop/purchase', { itemId }, headers);
const wear = (who: Client, body: object, headers?: Record<string, string>) =>
  who.post<EquipAnswer>('/api/user/equip-item', body, headers);
const items = async (who: Client) => (await who.get<ShopItem[]>('/api/shop/items')).json;
const profile = async (who: Client) => (await who.get<WireProfile>('/api/user-profile')).json;

function expectRefusal(answer: Answer<unknown>, code: RefusalCode, message: string | null = null) {
  const body = answer.json as { error: string; message: string; code: string };
  expect([answer.status, body.code]).toEqual([REFUSALS[code].status, code]);
  expect(body.error).toBe(body.message);
  if (message) expect(body.message).toBe(message);
  expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|PostgresError|ZodError/);
}

describe('the catalogue', () => {
  test('every item has a picture that is there, small and kept for good', async () => {
    const ann = await shopper(0);
    const list = await items(ann);
    expect(list.map((item) => [item.itemId, item.name, item.price])).toEqual(
      ITEMS.map((item) => [item.id, item.name, item.price]),
    );
    for (const item of list) {
      const { status, headers, text } = await ann.get(item.imageUrl, { 'accept-encoding': 'br' });
      expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
        200,
        'image/svg+xml',
        'br',
      ]);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(text).toStartWith('<svg');
      expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(6 * 1024);
    }
    expect(list.filter((item) => item.owned).map((item) => item.itemId)).toEqual(['theme_0']);
    expect(list.filter((item) => item.active).map((item) => item.itemId)).toEqual(['theme_0']);
  });
});

describe('buying', () => {
  test('takes the price once, and the profile shows the item as it matches pictures', async () => {
    const ann = await shopper(700);
    const bought = await buy(ann, 'banner_1');
    expect([bought.status, bought.json]).toEqual([
      200,
      { message: 'Item purchased successfully!', itemId: 'banner_1', price: 50, tkf: 650 },
    ]);
    for (const id of ['logo_6', 'theme_4', 'badge_1']) expect((await buy(ann, id)).status).toBe(200);
    const list = await items(ann);
    const urlOf = (id: string) => list.find((item) => item.itemId === id)!.imageUrl;
    expect(await profile(ann)).toMatchObject({
      tkf: 700 - 50 - 100 - 100 - 50,
      ownedBanners: [urlOf('banner_1')],
      ownedLogos: [urlOf('logo_6')],
      ownedThemes: ['Default', 'Neon Future'],
      ownedBadges: [urlOf('badge_1')],
      activeBanner: null,
      activeTheme: 'theme_0',
    });
    expect(list.filter((item) => item.owned)).toHaveLength(5);
    const ledger = await server.sql`
      select kind, amount, ref from ledger where user_id = ${ann.userId} and kind = 'purchase' order by id`;
    expect([...ledger][0]).toEqual({ kind: 'purchase', amount: '-50.00', ref: 'item:banner_1' });
    await auditItems(server.sql, ann.userId);
  });

  test('what is owned is not paid for again', async () => {
    const ann = await shopper(200);
    await buy(ann, 'badge_1');
    expectRefusal(await buy(ann, 'badge_1'), 'ALREADY_OWNED', 'You already own this item');
    expectRefusal(await buy(ann, 'theme_0'), 'ALREADY_OWNED');
    expectRefusal(await buy(ann, 'default'), 'ALREADY_OWNED');
    expect((await auditItems(server.sql, ann.userId)).tkf).toBe(150);
  });

  test('a refusal names price and balance', async () => {
    const ann = await shopper(99);
    const refused = await buy(ann, 'Order Book');
    expectRefusal(refused, 'NOT_ENOUGH_TKF', 'Order Book costs 100 TKF, and you have 99.');
    expect(refused.json).toMatchObject({ price: 100, tkf: 99 });
    expectRefusal(await buy(await shopper(0), 'banner_1'), 'NOT_ENOUGH_TKF');
  });

  test.each([
    ['its name', 'Eclipse', 'banner_11'],
    ['its name in any spelling', ' eclipse ', 'banner_11'],
    ['its file', 'banner_11.svg', 'banner_11'],
    ['its type and name', 'banner_eclipse', 'banner_11'],
    ['a theme key', 'gear_5_luffy', 'theme_21'],
  ])('by %s', async (_, word, id) => {
    const ann = await shopper(600);
    expect((await buy(ann, word)).json.itemId).toBe(id);
    expectRefusal(await buy(ann, id), 'ALREADY_OWNED');
  });

  test('by the URL of its picture', async () => {
    const ann = await shopper(600);
    const { imageUrl } = (await items(ann)).find((item) => item.itemId === 'logo_18')!;
    expect((await buy(ann, imageUrl)).json.itemId).toBe('logo_18');
    const body = { itemId: `logo_${imageUrl.replace(/^.*\//, '')}`, type: 'logo' };
    expect((await wear(ann, body)).status).toBe(200);
  });

  test('a price in the request is nothing', async () => {
    const ann = await shopper(60);
    const cheap = { itemId: 'banner_11', price: 1, tkf: 1e9, rarity: 'Basic' };
    expectRefusal(await ann.post('/api/shop/purchase', cheap), 'NOT_ENOUGH_TKF');
    const dear = await ann.post<PurchaseAnswer>('/api/shop/purchase', { itemId: 'banner_1', price: -500 });
    expect(dear.json.tkf).toBe(10);
  });

  test('the buyer is the session, whoever the body names', async () => {
    const [ann, bob] = [await shopper(50), await shopper(50)];
    await ann.post('/api/shop/purchase', { itemId: 'badge_1', user_id: bob.userId, userId: bob.userId });
    expect((await auditItems(server.sql, ann.userId)).owned).toBe(1);
    expect((await auditItems(server.sql, bob.userId)).owned).toBe(0);
    await bob.post('/api/logout');
    expectRefusal(await buy(bob, 'badge_1'), 'SIGNED_OUT');
    expectRefusal(await wear(server.visitor(), { itemId: 'badge_1', type: 'badge' }), 'SIGNED_OUT');
    expectRefusal(await server.visitor().get('/api/shop/items'), 'SIGNED_OUT');
  });
});

describe('the last TKF', () => {
  /** Shops of three processes on the same database. */
  const counters = () =>
    [0, 1, 2].map(() => createShop({ sql: server.sql, clock: { now: Date.now }, bus: { publish() {} } }));
  const codes = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((r) => (r.status === 'rejected' ? [r.reason.code ?? String(r.reason)] : []));

  test('two things at once: exactly one', async () => {
    const ann = await shopper(50);
    const answers = await Promise.all(['banner_1', 'banner_2'].map((id) => buy(ann, id)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(await auditItems(server.sql, ann.userId)).toMatchObject({ tkf: 0, owned: 1 });
  });

  test('two things at once in different processes: exactly one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ann = await shopper(50);
      const shops = counters();
      const ids = ['banner_1', 'banner_2', 'badge_1'];
      const results = await Promise.allSettled(ids.map((id, n) => shops[n]!.purchase(ann.userId, id)));
      expect(codes(results)).toEqual(['NOT_ENOUGH_TKF', 'NOT_ENOUGH_TKF']);
      expect(await auditItems(server.sql, ann.userId)).toMatchObject({ tkf: 0, owned: 1 });
    }
  });

  test('one thing by many at once: bought once, the others own it already', async () => {
    const ann = await shopper(500);
    const shops = counters();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => shops[n % 3]!.purchase(ann.userId, 'badge_2')),
    );
    expect(codes(results)).toEqual(Array.from({ length: 11 }, () => 'ALREADY_OWNED'));
    expect(await auditItems(server.sql, ann.userId)).toMatchObject({ tkf: 450, owned: 1 });
  });

  test('an equal Idempotency-Key: one purchase, the rest are replays', async () => {
    const ann = await shopper(500);
    const key = { 'idempotency-key': 'one-intent' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(ann, 'badge_2', key)));
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    expect(answers[0]!.json.tkf).toBe(450);
    expect(answers.filter((a) => a.headers.get('idempotent-replay') === 'true')).toHaveLength(7);
    expectRefusal(await buy(ann, 'badge_1', key), 'IDEMPOTENCY_MISMATCH');
    expectRefusal(await wear(ann, { itemId: 'badge_2', type: 'badge' }, key), 'IDEMPOTENCY_MISMATCH');
    expectRefusal(await buy(ann, 'badge_1', { 'idempotency-key': 'a b' }), 'INVALID');
    const shops = counters();
    const elsewhere = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        shops[n % 3]!.purchase(ann.userId, 'badge_3', { idempotencyKey: 'two' }),
      ),
    );
    expect(elsewhere.filter((each) => !each.replayed)).toHaveLength(1);
    expect(await auditItems(server.sql, ann.userId)).toMatchObject({ tkf: 350, owned: 2 });
  });

  test('a refusal is no answer: the same key buys once it can', async () => {
    const ann = await shopper(0);
    const key = { 'idempotency-key': 'poor' };
    expectRefusal(await buy(ann, 'badge_1', key), 'NOT_ENOUGH_TKF');
    await giveTkf(server.sql, ann.userId, 50);
    expect((await buy(ann, 'badge_1', key)).status).toBe(200);
    const again = await buy(ann, 'badge_1', key);
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true']);
  });
});

describe('wearing', () => {
  let ann: Client;
  beforeAll(async () => {
    ann = await shopper(1000);
    for (const id of ['banner_1', 'banner_2', 'logo_1', 'theme_4', 'badge_1']) await buy(ann, id);
  });
  const urlOf = async (id: string) => (await items(ann)).find((item) => item.itemId === id)!.imageUrl;

  test('one of a type: the next replaces the last, others stay', async () => {
    const first = await wear(ann, { itemId: 'banner_1', type: 'banner', unequip: false });
    expect([first.status, first.json]).toEqual([
      200,
      { message: 'Item updated successfully!', itemId: 'banner_1', type: 'banner', equipped: true },
    ]);
    await wear(ann, { itemId: 'Bull', type: 'logo' });
    await wear(ann, { itemId: 'neon_future', type: 'theme' });
    await wear(ann, { itemId: 'badge_1', type: 'badge' });
    await wear(ann, { itemId: 'banner_2', type: 'banner' });
    const ownProfile = await profile(ann);
    expect(ownProfile).toMatchObject({
      activeBanner: await urlOf('banner_2'),
      activeLogo: await urlOf('logo_1'),
      activeBadge: await urlOf('badge_1'),
      activeTheme: 'theme_4',
    });
    for (const type of ['Banner', 'Logo', 'Badge'] as const) {
      expect(ownProfile[`owned${type}s`]).toContain(ownProfile[`active${type}`]!);
    }
    const other = await (await shopper(0)).get<WireProfile>(`/api/user-profile/${ann.userId}`);
    expect(other.json).toMatchObject({ activeTheme: 'theme_4', ownedThemes: ownProfile.ownedThemes });
    await auditItems(server.sql, ann.userId);
  });

  test('taking off: only what is worn, as often as one likes', async () => {
    await wear(ann, { itemId: 'banner_1', type: 'banner', unequip: true });
    expect((await profile(ann)).activeBanner).toBe(await urlOf('banner_2'));
    for (let i = 0; i < 2; i += 1) {
      const off = await wear(ann, { itemId: 'banner_banner_2', type: 'banner', unequip: true });
      expect([off.status, off.json.equipped]).toEqual([200, false]);
      expect((await profile(ann)).activeBanner).toBeNull();
    }
  });

  test('the default theme is worn by wearing no other', async () => {
    await wear(ann, { itemId: 'theme_4', type: 'theme' });
    expect((await wear(ann, { itemId: 'theme_0', type: 'theme', unequip: true })).status).toBe(200);
    expect((await profile(ann)).activeTheme).toBe('theme_4');
    expect((await wear(ann, { itemId: 'default', type: 'theme' })).status).toBe(200);
    expect((await profile(ann)).activeTheme).toBe('theme_0');
    await wear(ann, { itemId: 'theme_4', type: 'theme' });
    await wear(ann, { itemId: 'theme_4', type: 'theme', unequip: true });
    expect((await profile(ann)).activeTheme).toBe('theme_0');
  });

  test('an Idempotency-Key replays the first answer and does nothing more', async () => {
    const key = { 'idempotency-key': 'wear-once' };
    await wear(ann, { itemId: 'logo_1', type: 'logo' }, key);
    await wear(ann, { itemId: 'logo_1', type: 'logo', unequip: true });
    const again = await wear(ann, { itemId: 'logo_1', type: 'logo' }, key);
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true']);
    expect((await profile(ann)).activeLogo).toBeNull();
    expectRefusal(
      await wear(ann, { itemId: 'logo_1', type: 'logo', unequip: true }, key),
      'IDEMPOTENCY_MISMATCH',
    );
  });

  test('the ranking shows the logo, without waiting for a price to move', async () => {
    type Ranking = { userId: number; activeLogo: string | null };
    const logoOf = async () =>
      (await ann.get<Ranking[]>('/api/rankings')).json.find((row) => row.userId === ann.userId)?.activeLogo;
    await server.services.leaderboard.pass(true);
    expect(await logoOf()).toBeNull();
    await wear(ann, { itemId: 'logo_1', type: 'logo' });
    const picture = await urlOf('logo_1');
    await until(async () => (await logoOf()) === picture);
    const page = await ann.get('/leaderboards', { accept: 'text/html' });
    expect(page.text).toContain(`src="${picture}"`);
    await wear(ann, { itemId: 'logo_1', type: 'logo', unequip: true });
    await until(async () => (await logoOf()) === null);
  });

  test('many at once leave one worn of each type', async () => {
    const ids = ['banner_1', 'banner_2', 'banner_1', 'banner_2'];
    const shops = ids.map(() =>
      createShop({ sql: server.sql, clock: { now: Date.now }, bus: { publish() {} } }),
    );
    await Promise.all(
      ids.map((itemId, n) => shops[n]!.equip(ann.userId, { itemId, type: 'banner', unequip: n === 3 })),
    );
    expect((await auditItems(server.sql, ann.userId)).types).toBeLessThanOrEqual(3);
  });
});

describe('refused, and nothing changed', () => {
  let ann: Client;
  let cookieBefore: string;
  const books = async () => {
    const tables = ['progress', 'ledger', 'owned_items', 'active_items'];
    const rows = await Promise.all(
      tables.map((table) => server.sql.unsafe(`select t::text as row from ${table} t order by 1`)),
    );
    return JSON.stringify(rows);
  };
  beforeAll(async () => {
    ann = await shopper(5000);
    await buy(ann, 'banner_1');
    await wear(ann, { itemId: 'banner_1', type: 'banner' });
    cookieBefore = await books();
  });

  const odd: [string, unknown, RefusalCode][] = [
    ['no itemId', {}, 'INVALID'],
    ['null', { itemId: null }, 'INVALID'],
    ['a number', { itemId: 3 }, 'INVALID'],
    ['a list', { itemId: ['banner_2'] }, 'INVALID'],
    ['an object', { itemId: { $ne: '' } }, 'INVALID'],
    ['nothing', { itemId: '' }, 'INVALID'],
    ['blanks', { itemId: '   ' }, 'INVALID'],
    ['too long', { itemId: 'x'.repeat(301) }, 'INVALID'],
    ['an unknown id', { itemId: 'banner_13' }, 'UNKNOWN_ITEM'],
    ['banner_0', { itemId: 'banner_0' }, 'UNKNOWN_ITEM'],
    ['banner_01', { itemId: 'banner_01' }, 'UNKNOWN_ITEM'],
    ['a negative id', { itemId: 'banner_-1' }, 'UNKNOWN_ITEM'],
    ['a prototype', { itemId: '__proto__' }, 'UNKNOWN_ITEM'],
    ['SQL', { itemId: "banner_2' or '1'='1" }, 'UNKNOWN_ITEM'],
    ['a NUL', { itemId: 'banner_2\0' }, 'UNKNOWN_ITEM'],
  ];
  test.each(odd)('buying %s', async (_, body, code) => {
    expectRefusal(await ann.post('/api/shop/purchase', body), code);
    expect(await books()).toBe(cookieBefore);
  });
  test.each(odd)('wearing %s', async (_, body, code) => {
    expectRefusal(await wear(ann, { type: 'banner', ...(body as object) }), code);
    expect(await books()).toBe(cookieBefore);
  });
  test.each([
    ['what is not owned', { itemId: 'banner_2', type: 'banner' }, 'NOT_OWNED'],
    ['off what is not owned', { itemId: 'banner_2', type: 'banner', unequip: true }, 'NOT_OWNED'],
    ['a banner as a logo', { itemId: 'banner_1', type: 'logo' }, 'WRONG_ITEM_TYPE'],
    ['an unowned theme as a banner', { itemId: 'theme_3', type: 'banner' }, 'WRONG_ITEM_TYPE'],
    ['no type', { itemId: 'banner_1' }, 'INVALID'],
    ['an unknown type', { itemId: 'banner_1', type: 'hat' }, 'INVALID'],
    ['a type of another type', { itemId: 'banner_1', type: 1 }, 'INVALID'],
    ['an odd flag', { itemId: 'banner_1', type: 'banner', unequip: 'maybe' }, 'INVALID'],
    ['a number for a flag', { itemId: 'banner_1', type: 'banner', unequip: 2 }, 'INVALID'],
  ] as [string, object, RefusalCode][])('wearing %s', async (_, body, code) => {
    expectRefusal(await wear(ann, body), code);
    expect(await books()).toBe(cookieBefore);
  });

  test('the database itself refuses what a bug might try', async () => {
    const { sql } = server;
    const id = ann.userId;
    for (const attempt of [
      () => sql`insert into active_items (user_id, type, item_id) values (${id}, 'logo', 'logo_1')`,
      () =>
        sql`insert into owned_items (user_id, item_id, type, price) values (${id}, 'banner_1', 'banner', 50)`,
      () =>
        sql`insert into owned_items (user_id, item_id, type, price) values (${id}, 'banner_2', 'logo', 50)`,
      () => sql`delete from owned_items where user_id = ${id}`,
      () => sql`update progress set tkf = -1 where user_id = ${id}`,
    ]) {
      await expect((async () => await attempt())()).rejects.toThrow();
    }
    expect(await books()).toBe(cookieBefore);
  });
});

describe('forms', () => {
  const messageOf = (who: Client) => flashOf(server.services, who.cookies);

  test('go back with a message, in the reader’s language', async () => {
    const ann = await shopper(100);
    const fields = { itemId: 'banner_1', next: '/shop?view=all&tab=banner' };
    const bought = await ann.form('/api/shop/purchase', fields);
    expect([bought.status, bought.headers.get('location')]).toEqual([303, '/shop?view=all&tab=banner']);
    expect(messageOf(ann)).toMatchObject({
      kind: 'success',
      title: 'Success',
      message: 'Item purchased successfully!',
    });
    ann.cookies.set('lang', 'he');
    const worn = await ann.form('/api/user/equip-item', { itemId: 'banner_1', type: 'banner', unequip: '' });
    expect([worn.status, worn.headers.get('location')]).toEqual([303, '/profile']);
    expect(messageOf(ann)?.message).toMatch(/\p{Script=Hebrew}/u);
    const off = { itemId: 'banner_1', type: 'banner', unequip: 'true' };
    expect((await ann.form('/api/user/equip-item', off)).status).toBe(303);
    expect((await profile(ann)).activeBanner).toBeNull();
  });

  test('pressed twice is a notice, not a failure', async () => {
    const ann = await shopper(100);
    for (let i = 0; i < 2; i += 1) await ann.form('/api/shop/purchase', { itemId: 'banner_1' });
    expect(messageOf(ann)).toMatchObject({
      kind: 'success',
      title: 'Already Owned',
      message: 'You already have this item in your inventory.',
    });
    expect((await auditItems(server.sql, ann.userId)).tkf).toBe(50);
  });

  test('a refusal goes back to the page the form was on; another site is never gone to', async () => {
    const ann = await shopper(0);
    const referer = `${server.url}/shop?view=all`;
    const refused = await ann.form('/api/shop/purchase', { itemId: 'banner_1' }, { referer });
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/shop?view=all']);
    expect(messageOf(ann)).toMatchObject({ kind: 'error', title: 'Error' });
    await giveTkf(server.sql, ann.userId, 50);
    const away = await ann.form('/api/shop/purchase', { itemId: 'banner_1', next: '//evil.example' });
    expect(away.headers.get('location')).toBe('/');
  });
});

describe('the page', () => {
  test('says so when the shop cannot be read', async () => {
    const ann = await shopper(0);
    await server.sql`alter table owned_items rename to owned_items_away`;
    const broken = await ann.get('/shop?view=all', { accept: 'text/html' });
    await server.sql`alter table owned_items_away rename to owned_items`;
    expect(broken.status).toBe(200);
    expect(broken.text).toMatch(/role="alert"[^>]*>.*Failed to fetch shop items/);
    expect(broken.text).toContain('data-unread');
    expect((await ann.get('/shop?view=all', { accept: 'text/html' })).text).not.toContain('data-unread');
  });

  test('leads to sign in who is signed out, and back', async () => {
    const { status, headers } = await server.visitor().get('/shop?view=all', { accept: 'text/html' });
    expect([status, headers.get('location')]).toEqual([303, '/auth?next=%2Fshop%3Fview%3Dall']);
  });
});
