/** The second factor of a login: set up, required, usable once, turned off. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { totpCode, totpStep } from '#core/account/totp.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { secretIn } from '../helpers/factor-page.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const MINUTE = 60_000;
const PAGE = { accept: 'text/html' };
let server: TestServer;
/** Ms added to the wall clock. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  server = await startServer({ clock: { now }, env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server?.stop());

const passwordOf = (name: string) => `pass of ${name}`;
const isIn = async (client: Client) => (await client.get('/api/user')).status === 200;

type Phone = { secret: Uint8Array<ArrayBuffer>; codes: string[] };
/** The code of a phone whose clock is off by `steps`. */
const codeOf = ({ secret }: Phone, steps = 0) => totpCode(secret, totpStep(now()) + steps);

/** Turns the factor on and moves past the code's step. */
async function turnOn(client: Client): Promise<Phone> {
  expect((await client.post('/api/second-factor/begin')).status).toBe(200);
  const secret = secretIn((await client.get('/settings/factor', PAGE)).text);
  const code = await totpCode(secret, totpStep(now()));
  const answer = await client.post<{ codes: string[] }>('/api/second-factor/confirm', { code });
  expect(answer.status).toBe(200);
  ahead += MINUTE;
  return { secret, codes: answer.json.codes };
}

/** A browser that has given the password but not yet the code. */
async function halfIn(name: string): Promise<Client> {
  const client = server.visitor();
  const answer = await client.post('/api/login', { username: name, password: passwordOf(name) });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/code']);
  return client;
}
const giveCode = async (client: Client, code: string) =>
  (await client.post('/api/login/code', { code })).json.code ?? 'in';

test('it is set up by scanning, with a first code, and ten recovery codes are shown once', async () => {
  const client = await server.register('careful');
  expect((await client.get('/settings/factor', PAGE)).text).toContain('action="/api/second-factor/begin"');
  await client.form('/api/second-factor/begin', {});
  const page = (await client.get('/settings/factor', PAGE)).text;
  expect(page).toMatch(/<svg[^>]*role="img"[^>]*>.*?<path d="M\d/s);
  const secret = secretIn(page);
  expect(secret).toHaveLength(20);
  // it is not required before it is confirmed
  expect(await isIn(await server.login('careful', passwordOf('careful')))).toBe(true);
  const wrong = await client.post('/api/second-factor/confirm', { code: '12345x' });
  expect(wrong.json).toMatchObject({ code: 'WRONG_FACTOR_CODE' });
  const answer = await client.form('/api/second-factor/confirm', {
    code: await codeOf({ secret, codes: [] }),
  });
  expect(answer.headers.get('location')).toBe('/settings/factor');
  const codesPage = await client.get('/settings/factor', PAGE);
  expect(codesPage.headers.get('referrer-policy')).toBe('no-referrer');
  expect(codesPage.text.match(/<code>[\dA-Z]{7}(-[\dA-Z]{7}){3}<\/code>/g)).toHaveLength(10);
  const later = textOf((await client.get('/settings/factor', PAGE)).text);
  expect(later).toContain('Recovery codes left: 10 of 10.');
  expect(later).not.toMatch(/[\dA-Z]{7}-[\dA-Z]{7}/);
  // it cannot be replaced while it is on
  expect((await client.post('/api/second-factor/begin')).json).toMatchObject({ code: 'FACTOR_IS_ON' });
});

describe('a login', () => {
  let phone: Phone;
  beforeAll(async () => {
    phone = await turnOn(await server.register('guarded'));
  });

  test('asks for the code on a page of its own; until then nobody is signed in', async () => {
    const client = server.visitor();
    const answer = await client.form('/api/login', {
      username: 'guarded',
      password: passwordOf('guarded'),
      next: '/shop',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/code']);
    expect(await isIn(client)).toBe(false);
    expect((await client.get('/shop', PAGE)).headers.get('location')).toBe('/auth?next=%2Fshop');
    const page = (await client.get('/auth/code', PAGE)).text;
    expect(page).toContain('autoComplete="one-time-code"');
    await client.form('/api/login/code', { code: '000000' }, { referer: `${server.url}/auth/code` });
    expect(textOf((await client.get('/auth/code', PAGE)).text)).toContain(
      'This code is wrong or was used already.',
    );
    const entered = await client.form('/api/login/code', { code: await codeOf(phone) });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/shop']);
    expect(await isIn(client)).toBe(true);
    expect((await client.get('/auth/code', PAGE)).headers.get('location')).toBe('/auth');
    ahead += MINUTE;
  });

  test('takes a code once', async () => {
    const code = await codeOf(phone);
    expect(await giveCode(await halfIn('guarded'), code)).toBe('in');
    expect(await giveCode(await halfIn('guarded'), code)).toBe('WRONG_FACTOR_CODE');
    ahead += MINUTE;
  });

  test('takes a code once when two browsers send it together', async () => {
    const [one, other, code] = [await halfIn('guarded'), await halfIn('guarded'), await codeOf(phone)];
    const answers = await Promise.all([giveCode(one, code), giveCode(other, code)]);
    expect(answers.toSorted()).toEqual(['WRONG_FACTOR_CODE', 'in']);
    ahead += MINUTE;
  });

  test('takes a code of one step before or after, not of two', async () => {
    // so that no step passes between the codes and their checks
    ahead += 30_000 - (now() % 30_000);
    const client = await halfIn('guarded');
    expect(await giveCode(client, await codeOf(phone, -2))).toBe('WRONG_FACTOR_CODE');
    expect(await giveCode(client, await codeOf(phone, 2))).toBe('WRONG_FACTOR_CODE');
    expect(await giveCode(client, await codeOf(phone, -1))).toBe('in');
    expect(await giveCode(await halfIn('guarded'), await codeOf(phone, 1))).toBe('in');
    // a code older than the newest used one is used up too
    expect(await giveCode(await halfIn('guarded'), await codeOf(phone))).toBe('WRONG_FACTOR_CODE');
    ahead += 2 * MINUTE;
  });

  test('takes a recovery code once, in any writing', async () => {
    const typed = phone.codes[0]!.toLowerCase().replaceAll('-', ' ');
    expect(await giveCode(await halfIn('guarded'), typed)).toBe('in');
    expect(await giveCode(await halfIn('guarded'), phone.codes[0]!)).toBe('WRONG_FACTOR_CODE');
    expect(await giveCode(await halfIn('guarded'), phone.codes[1]!)).toBe('in');
  });

  test('waits five minutes for the code', async () => {
    const client = await halfIn('guarded');
    ahead += 5 * MINUTE + 1000;
    expect(await giveCode(client, await codeOf(phone))).toBe('SIGN_IN_OVER');
    expect((await client.get('/auth/code', PAGE)).headers.get('location')).toBe('/auth');
  });

  test('that waits ends with a new password', async () => {
    const client = await halfIn('guarded');
    ahead += 1000;
    await server.services.accounts.setPassword({ username: 'guarded', password: passwordOf('guarded') });
    expect(await giveCode(client, await codeOf(phone))).toBe('SIGN_IN_OVER');
  });

  test('has ten tries at the code, from whatever address', async () => {
    await turnOn(await server.register('besieged'));
    const client = await halfIn('besieged');
    for (let n = 0; n < 10; n++) expect(await giveCode(client, 'wrong')).toBe('WRONG_FACTOR_CODE');
    expect(await giveCode(client, 'wrong')).toBe('TOO_MANY');
    expect(await giveCode(await halfIn('besieged'), 'wrong')).toBe('TOO_MANY');
  });
});

test('it is turned off by the password or a code, and then a login asks for nothing', async () => {
  const client = await server.register('relaxed');
  let phone = await turnOn(client);
  const off = async (body: object) => (await client.post('/api/second-factor/off', body)).json.code ?? 'off';
  expect(await off({ password: 'not it' })).toBe('WRONG_PASSWORD');
  expect(await off({ code: '000000' })).toBe('WRONG_FACTOR_CODE');
  expect(await off({})).toBe('INVALID');
  expect(await off({ password: passwordOf('relaxed') })).toBe('off');
  expect(await isIn(await server.login('relaxed', passwordOf('relaxed')))).toBe(true);
  phone = await turnOn(client);
  expect(await off({ code: await codeOf(phone) })).toBe('off');
  expect(await server.sql`select from factor_codes where user_id = ${client.userId}`).toHaveLength(0);
  expect(await off({ password: passwordOf('relaxed') })).toBe('NOT_FOUND');
});

test('setting it up needs a fresh proof of who it is', async () => {
  const client = await server.register('absent');
  ahead += 11 * MINUTE;
  expect((await client.post('/api/second-factor/begin')).json).toMatchObject({ code: 'PROOF_NEEDED' });
  expect((await client.get('/settings/factor', PAGE)).headers.get('location')).toBe(
    '/settings/prove?next=%2Fsettings%2Ffactor',
  );
});

test('staff without it is led to its page a week after getting the role, and works on once it is on', async () => {
  const admin = await server.admin();
  const moderator = await server.register('helper');
  await admin.post('/api/role', { username: 'helper', role: 'moderator', reason: 'Helps' });
  const tries = async (client: Client) => {
    const desk = await client.get('/admin', PAGE);
    const note = await client.post(`/api/people/${moderator.userId}/notes`, { note: 'Kind.' });
    return [desk.status, desk.headers.get('location'), note.status, note.json.code];
  };
  const open = [200, null, 200, undefined];
  const closed = [303, '/settings/factor', 403, 'FACTOR_NEEDED'];
  expect([await tries(moderator), await tries(admin)]).toEqual([open, open]);
  await server.sql`update users set role_since = role_since - interval '8 days'`;
  expect([await tries(moderator), await tries(admin)]).toEqual([closed, closed]);
  expect(textOf((await moderator.get('/settings/factor', PAGE)).text)).toContain(
    'The pages of the staff open once your account has a two-step login.',
  );
  // all other pages stay open
  expect((await moderator.get('/shop', PAGE)).status).toBe(200);
  await turnOn(moderator);
  expect(await tries(moderator)).toEqual(open);
});

test('an admin takes it from somebody who lost it: their sessions end, they read why, and the log has it', async () => {
  const admin = await server.admin();
  const person = await server.register('stranded');
  await turnOn(person);
  const path = `/api/people/${person.userId}/second-factor/take`;
  expect((await person.post(path, { reason: 'Mine.' })).status).toBe(403);
  expect((await admin.post(path, { reason: ' ' })).status).toBe(422);
  const page = await admin.get(`/admin/people/${person.userId}`, PAGE);
  expect([page.status, page.headers.get('location'), page.text.includes(`action="${path}"`)]).toEqual([
    200,
    null,
    true,
  ]);
  expect((await admin.post(path, { reason: 'Lost the phone.' })).status).toBe(200);
  expect(await isIn(person)).toBe(false);
  const again = await server.login('stranded', passwordOf('stranded'));
  expect(textOf((await again.get('/settings', PAGE)).text)).toContain('Lost the phone.');
  const [row] = await server.sql`select action, after from audit order by id desc limit 1`;
  expect(row).toEqual({ action: 'factor_off', after: { username: 'stranded', reason: 'Lost the phone.' } });
  expect((await admin.post(path, { reason: 'Again.' })).json).toMatchObject({ code: 'NOT_FOUND' });
  const mine = `/api/people/${admin.userId}/second-factor/take`;
  expect((await admin.post(mine, { reason: 'Mine.' })).json).toMatchObject({ code: 'OWN_ACCOUNT' });
});

test('the file of a person’s data says that it is on, without its secret', async () => {
  const client = await server.register('curious');
  const { secret } = await turnOn(client);
  const { text } = await client.post('/api/account/export');
  const file = JSON.parse(text) as { second_factors: object[]; factor_codes: object[] };
  expect(file.second_factors.map((row) => Object.keys(row))).toEqual([['confirmed_at']]);
  expect(file.factor_codes).toEqual(Array.from({ length: 10 }, () => ({ used_at: null })));
  expect(text).not.toContain(Buffer.from(secret).toString('hex'));
});

test('with SECRET_KEY the database has the secret encrypted, also one from before', async () => {
  const SECRET_KEY = Buffer.from(crypto.getRandomValues(new Uint8Array(33))).toString('base64');
  const keyed = await startServer({ clock: { now }, env: { SECRET_KEY } });
  try {
    const client = await keyed.register('sealed');
    const stored = async () => {
      const [row] = await keyed.sql<{ secret: Uint8Array; isSealed: boolean }[]>`
        select secret, is_sealed as "isSealed" from second_factors`;
      return { isSealed: row!.isSealed, hasSecret: Buffer.from(row!.secret).includes(phone.secret) };
    };
    const phone = await turnOn(client);
    expect(await stored()).toEqual({ isSealed: true, hasSecret: false });
    await keyed.sql`update second_factors set secret = ${phone.secret}, is_sealed = false`;
    expect(await stored()).toEqual({ isSealed: false, hasSecret: true });
    const browser = keyed.visitor();
    await browser.post('/api/login', { username: 'sealed', password: passwordOf('sealed') });
    expect(await giveCode(browser, await codeOf(phone))).toBe('in');
    expect(await stored()).toEqual({ isSealed: true, hasSecret: false });
  } finally {
    await keyed.stop();
  }
});
