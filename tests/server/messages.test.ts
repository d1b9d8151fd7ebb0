/** Every message of the catalogue is shown somewhere, in exactly its words. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { giveTkf } from '../helpers/tkf.ts';
import { whileUnreadable } from '../helpers/unreadable.ts';

const ROOT = join(import.meta.dir, '../..');
const PAGE = { accept: 'text/html' };

const CONTACT = { name: 'Noa', email: 'noa@mail.example', phone: '050', subject: 'Feedback', message: 'Hi.' };
const BADGE = { itemId: 'badge_1', type: 'badge' };

let market: HeldMarket;
let server: TestServer;
let admin: Client;
let trader: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market });
  admin = await server.admin();
  trader = await server.register('catalogue');
  await giveTkf(server.sql, trader.userId, 100_000);
});
afterAll(() => server?.stop());

/** Posts a form and returns its message, which the next page must show. */
async function posted(who: Client, path: string, fields: Record<string, string>, page = '/competitions') {
  await who.form(path, fields, { referer: server.url + page });
  const flash = flashOf(server.services, who.cookies);
  const texts = [flash?.title, flash?.message].filter((text) => text !== undefined);
  const html = plain((await who.get(page, PAGE)).text);
  for (const text of texts) expect(html).toContain(text);
  return texts.join('\n');
}
/** Runs `work` while a table is missing, so that statements on it fail. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await server.sql.unsafe(`alter table ${table} rename to ${table}_away`);
  try {
    return await work();
  } finally {
    await server.sql.unsafe(`alter table ${table}_away rename to ${table}`);
  }
}
/** The same for a table that is read to tell who asks. */
const unread = <T>(table: string, work: () => Promise<T>) => whileUnreadable(server.sql, table, work);
/** Runs `work` while a table refuses one kind of statement. */
async function refusing<T>(
  event: 'delete' | 'insert' | 'update',
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  await server.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger refuse before ${event} on ${table} execute function refuse()`);
  try {
    return await work();
  } finally {
    await server.sql.unsafe(`drop trigger refuse on ${table}; drop function refuse()`);
  }
}
/** Runs `work` while a function of the server throws. */
async function failing<P, N extends keyof P>(part: P, name: N, work: () => Promise<string>): Promise<string> {
  const real = part[name];
  part[name] = (() => {
    throw new Error('a fault');
  }) as P[N];
  try {
    return await work();
  } finally {
    part[name] = real;
  }
}
const textOf = async (who: Client, path: string) => (await who.get(path)).text;

const contact = () => posted(trader, '/api/contact', CONTACT, '/contact');
const buy = () => posted(trader, '/api/shop/purchase', { itemId: BADGE.itemId }, '/shop');
const wear = () => posted(trader, '/api/user/equip-item', BADGE, '/profile');
const addRecording = () =>
  posted(admin, '/api/recordings', { title: 'One', url: 'https://video.example/1' }, '/recordings');
async function deleteRecording(): Promise<string> {
  const [row] = await server.sql`select id from recordings where deleted_at is null limit 1`;
  return await posted(admin, `/api/recordings/${row!.id}/delete`, {}, '/recordings');
}

type Entry = { title?: string; message?: string };
/** The messages of calls, forms and pages: keys of `locales/`. */
const MESSAGES = {
  loginFailed: { title: 'messages:loginFailed' },
  registrationFailed: { title: 'messages:registrationFailed' },
  logoutFailed: { title: 'messages:logoutFailed' },
  statusFailed: { message: 'messages:statusFailed' },
  startFailed: { title: 'messages:error', message: 'messages:startFailed' },
  endFailed: { title: 'messages:error', message: 'messages:endFailed' },
  updateFailed: { title: 'messages:updateFailed' },
  resetFailed: { title: 'messages:resetFailed' },
  reset: { title: 'messages:success', message: 'messages:reset' },
  started: { title: 'messages:success', message: 'messages:started' },
  ended: { title: 'messages:success', message: 'messages:ended' },
  leaderboardFailed: { message: 'messages:leaderboardFailed' },
  portfolioFailed: { message: 'messages:portfolioFailed' },
  tradeThrew: { title: 'messages:tradeFailed', message: 'chart:failed' },
  orderRefused: { title: 'dock:refused', message: 'messages:crashNotice' },
  priceFailed: { message: 'chart:priceFailed' },
  recordingAddFailed: { title: 'messages:error', message: 'messages:recordingAddFailed' },
  recordingDeleteFailed: { title: 'messages:error', message: 'messages:recordingDeleteFailed' },
  recordingsFailed: { message: 'messages:recordingsFailed' },
  recordingAdded: { title: 'messages:success', message: 'messages:recordingAdded' },
  recordingDeleted: { title: 'messages:recordingDeletedTitle', message: 'messages:recordingDeleted' },
  contactFailed: { title: 'messages:contactFailedTitle', message: 'messages:contactFailed' },
  contactSent: { title: 'messages:contactSentTitle', message: 'messages:contactSent' },
  purchaseFailed: { title: 'messages:error', message: 'messages:purchaseFailed' },
  purchased: { title: 'messages:success', message: 'messages:purchased' },
  alreadyOwned: { title: 'messages:alreadyOwnedTitle', message: 'messages:alreadyOwnedText' },
  equipFailed: { title: 'messages:error', message: 'messages:equipFailed' },
  equipped: { title: 'messages:success', message: 'messages:equipped' },
  profileFailed: { message: 'messages:profileFailed' },
  shopFailed: { message: 'messages:shopFailed' },
  tradesFailed: { message: 'messages:tradesFailed' },
  xpFailed: { message: 'messages:xpFailed' },
} satisfies Record<string, Entry>;
type MessageName = keyof typeof MESSAGES;

type Proof = () => Promise<string>;
/** In the order of the catalogue, which matters: an item that is bought in one is owned in a later one. */
const PROOFS: Record<MessageName, Proof> = {
  loginFailed: () => posted(server.visitor(), '/api/login', { username: 'x', password: 'y' }, '/auth'),
  registrationFailed: () =>
    posted(server.visitor(), '/api/register', { username: 'x', password: 'y' }, '/auth'),
  logoutFailed: async () => {
    const staying = await server.register();
    return await refusing('delete', 'sessions', () => posted(staying, '/api/logout', {}, '/settings'));
  },

  statusFailed: () =>
    failing(server.services.seasons, 'active', () => textOf(server.visitor(), '/api/competition-status')),
  startFailed: () =>
    refusing('update', 'seasons', () => posted(admin, '/api/toggle-competition', { active: 'true' })),
  started: () => posted(admin, '/api/toggle-competition', { active: 'true' }),
  endFailed: async () => {
    const turn = (active: boolean) => admin.post('/api/toggle-competition', { active });
    await turn(true);
    const answer = await refusing('update', 'seasons', () =>
      posted(admin, '/api/toggle-competition', { active: 'false' }),
    );
    await turn(false);
    return answer;
  },
  ended: () => posted(admin, '/api/toggle-competition', { active: 'false' }),
  updateFailed: () =>
    posted(admin, '/api/update-competition', { prizePool: '9'.repeat(30) }, '/competitions?dialog=edit'),
  reset: () => posted(admin, '/api/reset-competition', {}),
  resetFailed: async () => {
    await without('audit', () => admin.form('/api/reset-competition', {}));
    return (await admin.get('/competitions', PAGE)).text;
  },

  leaderboardFailed: () => unread('active_items', () => textOf(trader, '/api/rankings?limit=37')),
  portfolioFailed: () => without('positions', () => textOf(trader, '/api/portfolio')),

  tradeThrew: async () => {
    await admin.post('/api/toggle-competition', { active: true });
    const order = { user_id: String(trader.userId), symbol: 'AAPL', action: 'buy', quantity: '1' };
    await without('fills', () => trader.form('/api/trade', order, { referer: `${server.url}/portfolio` }));
    return (await trader.get('/portfolio', PAGE)).text;
  },
  orderRefused: async () => {
    await without('orders', () =>
      trader.form('/api/orders/cancel', {}, { referer: `${server.url}/portfolio` }),
    );
    return (await trader.get('/portfolio', PAGE)).text;
  },
  priceFailed: () => failing(market, 'quote', () => textOf(trader, '/api/price?symbol=MSFT')),

  recordingAddFailed: () => refusing('insert', 'recordings', addRecording),
  recordingDeleteFailed: async () => {
    await addRecording();
    return await refusing('update', 'recordings', deleteRecording);
  },
  recordingsFailed: () => without('recordings', () => textOf(trader, '/api/recordings')),
  recordingAdded: addRecording,
  recordingDeleted: deleteRecording,

  contactFailed: () => refusing('insert', 'contact_messages', contact),
  contactSent: contact,

  purchaseFailed: () => refusing('insert', 'owned_items', buy),
  purchased: buy,
  alreadyOwned: buy,
  equipFailed: () => refusing('insert', 'active_items', wear),
  equipped: wear,

  profileFailed: () => unread('progress', () => textOf(trader, '/api/user-profile')),
  shopFailed: () => without('owned_items', () => textOf(trader, '/api/shop/items')),
  tradesFailed: () => without('closed_trades', () => textOf(trader, `/api/all-trades/${trader.userId}`)),
  xpFailed: () => unread('progress', () => textOf(trader, '/api/rankingSystem')),
};

const entries = Object.entries(MESSAGES) as [MessageName, Entry][];

const read = (file: string): Texts => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
function wordingOf(key: string, locale: string): string {
  const [file, name] = key.split(':') as [string, string];
  const texts = read(`locales/${locale}/${file}.json`);
  const message =
    texts[name] ?? name.split('.').reduce<Texts | string>((at, step) => (at as Texts)[step]!, texts);
  return message as string;
}
type Texts = { [key: string]: string | Texts };
/** The parts of a wording around its placeholders. */
const fixed = (wording: string) =>
  wording
    .split(/\{\{\w+\}\}/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2);
/** Undoes the escapes of HTML and of sources. */
const plain = (text: string) => text.replaceAll('&#x27;', "'").replaceAll("\\'", "'");

test.each(entries)('%s', async (name, { title, message }) => {
  const text = plain(await PROOFS[name]());
  // a failure for which the server has words of its own shows those
  const wordings = [title, message].flatMap((key) => (key === undefined ? [] : [wordingOf(key, 'en')]));
  for (const part of wordings.flatMap(fixed)) expect(text).toContain(part);
});

test.each(entries)('%s is worded in Hebrew', (_, { title, message }) => {
  for (const key of [title, message]) {
    if (key === undefined) continue;
    expect([key, wordingOf(key, 'he')]).toEqual([key, expect.stringMatching(/\p{Script=Hebrew}/u)]);
  }
});
