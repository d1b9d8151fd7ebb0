/** Recovering an account: links by mail, read from a stand-in mail server; recovery codes; new passwords. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { scryptSync } from 'node:crypto';
import { purposeKey } from '#framework/http/signing.ts';
import type { Client } from '../helpers/client.ts';
import { type FakeSmtp, fakeSmtp, type TakenMail } from '../helpers/fake-smtp.ts';
import { flashOf } from '../helpers/flash.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';

const MINUTE = 60_000;
const PUBLIC = 'http://paper.example';
let server: TestServer;
let smtp: FakeSmtp;
/** Ms added to the wall clock. */
let ahead = 0;

beforeAll(async () => {
  smtp = fakeSmtp();
  server = await startServer({
    clock: { now: () => Date.now() + ahead },
    env: {
      SMTP_URL: smtp.url,
      CONTACT_EMAIL: 'house@paperpit.example',
      PUBLIC_URL: PUBLIC,
      RATE_LIMIT: 'off',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  smtp?.stop();
});

const PAGE = { accept: 'text/html' };
const linkIn = (text: string | undefined) => new URL(/https?:\S+token=\S+/.exec(text ?? '')![0]);
const tokenIn = (text: string | undefined) => linkIn(text).searchParams.get('token')!;
const post: TakenMail[] = [];
/** The next mail to an address; mails to other addresses are kept for later. */
async function mailTo(address: string, text = ''): Promise<TakenMail> {
  for (;;) {
    const index = post.findIndex(({ to, mail }) => to.includes(address) && mail.text?.includes(text));
    if (index >= 0) return post.splice(index, 1)[0]!;
    post.push(await smtp.next());
  }
}
const isIn = async (client: Client) => (await client.get('/api/user')).status === 200;

/** Registers a trader with a confirmed address. */
async function withEmail(name: string, email = `${name}@mail.example`): Promise<Client> {
  const client = await server.register(name);
  expect((await client.post('/api/email', { email })).status).toBe(200);
  const { mail } = await mailTo(email);
  expect((await client.post('/api/email/confirm', { token: tokenIn(mail.text) })).status).toBe(200);
  // the mail about the confirmation
  await mailTo(email, 'was just confirmed');
  return client;
}

async function forgot(account: string, headers: Record<string, string> = {}) {
  const started = performance.now();
  const answer = await server.visitor().post('/api/forgot', { account }, headers);
  return { answer, ms: performance.now() - started };
}

async function askReset(account: string): Promise<string> {
  await forgot(account);
  const email = account.includes('@') ? account.toLowerCase() : `${account}@mail.example`;
  return tokenIn((await mailTo(email, '/auth/reset?')).mail.text);
}

describe('a mailed link', () => {
  test('real, unknown and unconfirmed accounts are answered alike, in status, body and time', async () => {
    await withEmail('alike-real');
    const unconfirmed = await server.register('alike-open');
    await unconfirmed.post('/api/email', { email: 'open@mail.example' });
    await mailTo('open@mail.example');
    const names = ['alike-real', 'nobody-at-all', 'alike-open', 'open@mail.example', 'no@mail.example'];
    const times: number[] = [];
    const answers = new Set<string>();
    for (let round = 0; round < 5; round++) {
      for (const name of names) {
        const { answer, ms } = await forgot(name);
        times.push(ms);
        answers.add(`${answer.status} ${answer.text}`);
      }
    }
    expect([...answers]).toEqual([
      '200 {"message":"If that account has a confirmed e-mail, a link is on its way."}',
    ]);
    // every answer waits for the same timer; the work for an account is done beside it
    expect(Math.min(...times)).toBeGreaterThan(399);
    // three an hour, and no mail for the other names
    for (let n = 0; n < 3; n++) await mailTo('alike-real@mail.example');
    expect(post).toEqual([]);
    const rows = await server.sql`select count(*)::integer as n from mailed_links where kind = 'reset'`;
    expect(rows[0]).toEqual({ n: 3 });
    await withEmail('alike-held');
    await server.sql.begin(async (tx) => {
      await tx`lock table mailed_links in access exclusive mode`;
      // no link can be made, but the answer is the same
      const { answer } = await forgot('alike-held');
      expect([...answers]).toEqual([`${answer.status} ${answer.text}`]);
    });
    await mailTo('alike-held@mail.example', '/auth/reset?');
  });

  test('leads to PUBLIC_URL whatever Host says; its page is stored nowhere and names itself to nobody', async () => {
    await withEmail('host-one');
    await forgot('host-one', { host: '127.0.0.1:1', origin: PUBLIC });
    const link = linkIn((await mailTo('host-one@mail.example')).mail.text);
    expect(link.origin).toBe(PUBLIC);
    const page = await server.visitor().get(link.pathname + link.search, PAGE);
    expect(page.text).toContain('action="/api/reset-password"');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toContain('no-store');
    // the headers of a browser on this page
    const body = { token: link.searchParams.get('token')!, password: 'x' };
    const origin = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const refused = await server.visitor().form('/api/reset-password', body, origin);
    expect([refused.status, refused.headers.get('location')]).toEqual([303, link.pathname + link.search]);
    expect((await server.visitor().form('/api/reset-password', body, { origin: 'null' })).status).toBe(403);
  });

  test('sets a password once; every session and socket ends, nobody is signed in, and a mail says so', async () => {
    const client = await withEmail('reset-one');
    const other = await server.login('reset-one', client.password);
    const cookie = [...other.cookies].map((pair) => pair.join('=')).join('; ');
    const socket = await openSocket(server.url, { cookie, origin: server.url });
    const token = await askReset('RESET-one@mail.example');
    const visitor = server.visitor();
    const answer = await visitor.post('/api/reset-password', { token, password: 'brand new words' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await socket.closed).toBe(1008);
    expect(await Promise.all([isIn(client), isIn(other), isIn(visitor)])).toEqual([false, false, false]);
    const subjects = [];
    await server.login('reset-one', 'brand new words');
    const again = await visitor.post('/api/reset-password', { token, password: 'brand new words 2' });
    expect([again.status, again.json.code]).toEqual([410, 'LINK_OVER']);
    // two logins in new browsers, and the change of the password
    for (let n = 0; n < 3; n++) subjects.push((await mailTo('reset-one@mail.example')).mail.subject);
    expect(subjects.sort()).toEqual([
      ...['New login to Paperpit', 'New login to Paperpit', 'Your Paperpit password was changed'],
    ]);
    const rows = await server.sql`select encode(token_hash, 'hex') as hash from mailed_links`;
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('not after 31 minutes, not after a newer one, not after the password changed', async () => {
    const client = await withEmail('late-one');
    const reset = async (token: string) =>
      (await server.visitor().post('/api/reset-password', { token, password: 'some new words' })).status;
    const first = await askReset('late-one');
    const second = await askReset('late-one');
    expect(await reset(first)).toBe(410);
    ahead += 31 * MINUTE;
    expect(await reset(second)).toBe(410);
    ahead += 40 * MINUTE;
    const third = await askReset('late-one');
    const passwords = { currentPassword: client.password, password: 'words of my own' };
    expect((await client.post('/api/password', passwords)).status).toBe(200);
    expect(await reset(third)).toBe(410);
    expect(await reset('nonsense')).toBe(410);
  });

  test('an address is one account’s; who asks for it twice is not told, the address is', async () => {
    await withEmail('first-own', 'shared@mail.example');
    const second = await server.register('second-own');
    const answer = await second.post('/api/email', { email: 'Shared@mail.example' });
    expect(answer.text).toBe('{"message":"Open the link in the mail we just sent you."}');
    const { mail } = await mailTo('Shared@mail.example');
    expect(mail.subject).toBe('Your e-mail at Paperpit');
    expect(mail.text).not.toContain('token=');
  });

  test('a new address tells the old one, in the language of the account', async () => {
    const client = await withEmail('moving');
    await client.post('/api/language', { language: 'he' });
    await client.post('/api/email', { email: 'moved@mail.example' });
    const confirm = await mailTo('moved@mail.example');
    expect(confirm.mail.subject).toContain('אישור');
    await client.post('/api/email/confirm', { token: tokenIn(confirm.mail.text) });
    expect((await mailTo('moving@mail.example', 'כבר אינה שייכת')).mail.subject).toContain('שונתה');
    expect((await client.post('/api/email/remove')).status).toBe(200);
    await mailTo('moved@mail.example');
  });
});

test('an address may be given with a new account; it counts once it is confirmed', async () => {
  const names = { username: 'with-address', password: 'a pass phrase' };
  const wrong = await server.visitor().post('/api/register', { ...names, email: 'no address' });
  expect([wrong.status, wrong.json.message]).toEqual([422, 'Invalid email address']);
  const client = server.visitor();
  const form = { ...names, email: 'new@mail.example', intent: crypto.randomUUID() };
  expect((await client.post('/api/register', form)).status).toBe(200);
  const { mail } = await mailTo('new@mail.example');
  // the same form again mails no second link, which would end the first
  expect((await server.visitor().post('/api/register', form)).status).toBe(200);
  const email = async () => (await server.sql`select email from users where username = 'with-address'`)[0];
  expect(await email()).toEqual({ email: null });
  await client.post('/api/email/confirm', { token: tokenIn(mail.text) });
  expect(await email()).toEqual({ email: 'new@mail.example' });
});

test('nobody fills a stranger’s mailbox with new accounts: five mails an hour to an address', async () => {
  for (let n = 0; n < 7; n++) {
    const names = { username: `flood-${n}`, password: 'a pass phrase', email: 'Flooded@mail.example' };
    expect((await server.visitor().post('/api/register', names)).status).toBe(200);
  }
  const links = () => server.sql`select from mailed_links where email = 'Flooded@mail.example'`;
  expect(await links()).toHaveLength(5);
  // the owner is not told that a mail was sent, but when one can be
  const owner = await server.register('flood-owner');
  const refused = await owner.post('/api/email', { email: 'flooded@mail.example' });
  expect(refused.json).toMatchObject({ code: 'TOO_MANY', reason: 'minutes' });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3_000);
  ahead += wait * 1_000;
  expect((await owner.post('/api/prove-password', { password: owner.password })).status).toBe(200);
  expect((await owner.post('/api/email', { email: 'flooded@mail.example' })).status).toBe(200);
  expect(await links()).toHaveLength(5);
  expect(await server.sql`select from mailed_links where email = 'flooded@mail.example'`).toHaveLength(1);
});

describe('recovery codes', () => {
  test('a code that still works never stands in a cookie', async () => {
    const client = await server.register('codes-flash');
    const { json } = await client.post<{ codes: string[] }>('/api/recovery-codes');
    const visitor = server.visitor();
    const fields = { username: 'codes-flash', code: json.codes[0]!, password: 'short', other: 'field' };
    expect((await visitor.form('/api/recover', fields)).status).toBe(303);
    expect(flashOf(server.services, visitor.cookies)?.values).toEqual({ username: 'codes-flash' });
  });

  test('new ones are shown to the session that made them, whoever else gets the cookie', async () => {
    const client = await server.register('codes-shown');
    const other = await server.register('codes-other');
    expect((await client.form('/api/recovery-codes', {})).status).toBe(303);
    const { codes = '' } = flashOf(server.services, client.cookies)?.values ?? {};
    expect(codes.split(' ').length).toBeGreaterThan(5);
    const flash = client.cookies.get('flash')!;
    for (const code of codes.split(' ')) expect(Buffer.from(flash, 'base64url').includes(code)).toBe(false);
    other.cookies.set('flash', flash);
    expect((await other.get('/settings/codes', { accept: 'text/html' })).text).not.toContain(
      codes.split(' ')[0]!,
    );
    expect((await client.get('/settings/codes', { accept: 'text/html' })).text).toContain(
      codes.split(' ')[0]!,
    );
  });

  test('one of ten signs, stored before, works on, once', async () => {
    const client = await server.register('codes-old');
    const key = purposeKey(server.services.secret, 'paperpit recovery codes');
    const salt = Buffer.concat([key, Buffer.from(String(client.userId))]);
    const hash = scryptSync('ABCDE23456', salt, 32, { N: 16_384, r: 8, p: 1 });
    await server.sql`insert into recovery_codes (user_id, code_hash) values (${client.userId}, ${hash})`;
    const recover = () =>
      server.visitor().post('/api/recover', {
        username: 'codes-old',
        code: 'abcde-23456',
        password: 'after an old code',
      });
    expect([(await recover()).status, (await recover()).status]).toEqual([200, 401]);
    expect((await server.login('codes-old', 'after an old code')).userId).toBe(client.userId!);
  });

  test('eight, shown once; one sets a password once, with its name, and ends every session', async () => {
    const client = await server.register('codes-one');
    const created = await client.post<{ codes: string[] }>('/api/recovery-codes');
    expect(new Set(created.json.codes).size).toBe(8);
    const [code = '', other = ''] = created.json.codes;
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{7}(-[2-9A-HJ-NP-Z]{7}){3}$/);
    const recover = (fields: object) =>
      server.visitor().post('/api/recover', { username: 'Codes-One', password: 'after the code', ...fields });
    const wrong = await recover({ code: 'AAAAA-AAAAA' });
    expect([wrong.status, wrong.json.code]).toEqual([401, 'WRONG_CODE']);
    const unknown = await recover({ username: 'no-such-one', code });
    expect(unknown.text).toBe(wrong.text);
    expect((await recover({ code: code.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
    expect(await isIn(client)).toBe(false);
    expect((await recover({ code })).status).toBe(401);
    const back = await server.login('codes-one', 'after the code');
    await back.post('/api/recovery-codes');
    expect((await recover({ code: other })).status).toBe(401);
  });

  test('a form shows them on its next page, and not again', async () => {
    const client = await server.register('codes-two');
    const { headers } = await client.form('/api/recovery-codes', {});
    expect(headers.get('location')).toBe('/settings/codes');
    const codesPage = await client.get('/settings/codes', PAGE);
    expect(codesPage.text.match(/<code>[2-9A-Z]{7}(-[2-9A-Z]{7}){3}<\/code>/g)).toHaveLength(8);
    expect(codesPage.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await client.get('/settings/codes', PAGE)).text).not.toContain('<code>');
  });
});

describe('an older way in', () => {
  type Owner = { name: string; client: Client; password: string };
  /** What an intruder prepared. @returns whether it still lets them in, or sets the account's address */
  const WAYS: Record<string, (owner: Owner) => Promise<() => Promise<boolean>>> = {
    async session({ name, password }) {
      const intruder = await server.login(name, password);
      return () => isIn(intruder);
    },
    async 'session that proved itself'({ name, password }) {
      const intruder = await server.login(name, password);
      return async () => (await intruder.post('/api/recovery-codes')).status === 200;
    },
    async 'link to reset'({ name }) {
      const token = await askReset(name);
      return async () =>
        (await server.visitor().post('/api/reset-password', { token, password: 'of an intruder' })).status ===
        200;
    },
    async 'link to confirm'({ name, client, password }) {
      const email = `intruder-${name}@mail.example`;
      expect((await client.post('/api/email', { email })).status).toBe(200);
      const token = tokenIn((await mailTo(email)).mail.text);
      const intruder = await server.login(name, password);
      return async () => {
        const statuses = [server.visitor(), intruder, client].map(
          async (each) => (await each.post('/api/email/confirm', { token })).status,
        );
        return (await Promise.all(statuses)).includes(200);
      };
    },
    async 'recovery code'({ name, client }) {
      const codes = await makeCodes(name, client);
      const fields = { username: name, code: codes[7], password: 'of an intruder' };
      return async () => (await server.visitor().post('/api/recover', fields)).status === 200;
    },
    async 'browser mark'({ name, password }) {
      const intruder = await server.login(name, password);
      const cookie = `device=${intruder.cookies.get('device')}`;
      const { devices, accounts } = server.services;
      const isKnown = async () => {
        const device = devices.read(new Request(server.url, { headers: { cookie } }));
        return devices.knows(device, await accounts.credential(name));
      };
      expect(await isKnown()).toBe(true);
      return isKnown;
    },
    async 'Discord attempt'({ name, client }) {
      const discordId = String(77_000_000 + client.userId!);
      await server.sql`update users set discord_id = ${discordId} where id = ${client.userId!}`;
      const begunAt = Date.now() + ahead;
      const person = { id: discordId, names: [name] };
      return async () => {
        const entered = server.services.signIn.byDiscord(new Request(server.url), person, null, { begunAt });
        return await entered.then(
          () => true,
          () => false,
        );
      };
    },
  };
  const DOORS: Record<string, (owner: Owner) => Promise<unknown>> = {
    'the present password': ({ client, password }) =>
      client.post('/api/password', { currentPassword: password, password: 'of the owner' }),
    async 'a mailed link'({ name }) {
      const token = await askReset(name);
      return await server.visitor().post('/api/reset-password', { token, password: 'of the owner' });
    },
    async 'a recovery code'({ name, client }) {
      // the owner enters a code of a set that the intruder may have copied
      const codes = ownCodes.get(name) ?? (await makeCodes(name, client));
      return await server
        .visitor()
        .post('/api/recover', { username: name, code: codes[0], password: 'of the owner' });
    },
    'the end of all others': ({ client }) => client.post('/api/sessions/end-others'),
    'npm run admin': ({ name }) =>
      server.services.accounts.setPassword({ username: name, password: 'of the owner' }),
  };
  const ownCodes = new Map<string, string[]>();
  async function makeCodes(name: string, client: Client): Promise<string[]> {
    const { json } = await client.post<{ codes: string[] }>('/api/recovery-codes');
    ownCodes.set(name, json.codes);
    return json.codes;
  }
  const pairs = Object.keys(WAYS).flatMap((way) => Object.keys(DOORS).map((door) => [way, door] as const));
  test.each(pairs)('%s does not survive %s', async (way, door) => {
    const name = `way-${pairs.findIndex((pair) => pair[0] === way && pair[1] === door)}-owner`;
    const client = await withEmail(name);
    const owner = { name, client, password: client.password };
    const worksAfter = await WAYS[way]!(owner);
    await DOORS[door]!(owner);
    expect(await worksAfter()).toBe(false);
  });

  test('a link that confirms an address needs the session of its account, and is not used up by others', async () => {
    const client = await server.register('confirm-own');
    await client.post('/api/email', { email: 'confirm-own@mail.example' });
    const token = tokenIn((await mailTo('confirm-own@mail.example')).mail.text);
    const other = await server.register('confirm-other');
    const statuses = [];
    for (const each of [server.visitor(), other, client])
      statuses.push((await each.post('/api/email/confirm', { token })).status);
    expect(statuses).toEqual([401, 410, 200]);
    const page = await server.visitor().get(`/auth/confirm-email?token=${token}`, PAGE);
    const to = new URL(page.headers.get('location')!, server.url);
    expect([to.pathname, to.searchParams.get('next')]).toEqual([
      '/auth',
      `/auth/confirm-email?token=${token}`,
    ]);
  });

  test('codes made and used and a new address are mailed, and told to open pages', async () => {
    const client = await withEmail('is-told');
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    const socket = await openSocket(server.url, { cookie, origin: server.url });
    const codes = await makeCodes('is-told', client);
    const notice = await socket.next((each) => each.type === 'notice');
    expect(JSON.stringify(notice)).toContain('recovery codes were just made');
    await client.post('/api/email', { email: 'other-told@mail.example' });
    await server
      .visitor()
      .post('/api/recover', { username: 'is-told', code: codes[0], password: 'after the code' });
    for (const text of [
      'codes were just made',
      'asked to use another',
      'code was just used',
      'was just changed',
    ])
      await mailTo('is-told@mail.example', text);
  });
});

describe('a new password', () => {
  test('needs the present one; other sessions end, this goes on', async () => {
    const client = await server.register('change-one');
    const other = await server.login('change-one', client.password);
    const change = (currentPassword: string) =>
      client.post('/api/password', { currentPassword, password: 'my next password' });
    const wrong = await change('not the one');
    expect([wrong.status, wrong.json.code]).toEqual([401, 'WRONG_PASSWORD']);
    expect(await isIn(other)).toBe(true);
    expect((await change(client.password)).status).toBe(200);
    expect([await isIn(client), await isIn(other)]).toEqual([true, false]);
    const page = await client.get('/.well-known/change-password');
    expect(page.headers.get('location')).toBe('/settings/password');
  });

  test('what cannot be taken back asks for it again after ten minutes', async () => {
    const client = await server.register('prove-one');
    ahead += 11 * MINUTE;
    for (const path of ['/api/recovery-codes', '/api/email/remove']) {
      const refused = await client.post(path);
      expect([refused.status, refused.json.code]).toEqual([403, 'PROOF_NEEDED']);
    }
    const to = (await client.get('/settings/discord', PAGE)).headers.get('location');
    expect(to).toBe('/settings/prove?next=%2Fsettings%2Fdiscord');
    const next = '/settings/discord';
    const wrong = await client.form('/api/prove-password', { password: 'no', next });
    expect(wrong.headers.get('location')).toBe(to);
    const right = await client.form('/api/prove-password', { password: client.password, next });
    expect(right.headers.get('location')).toBe(next);
    expect((await client.get('/settings/discord', PAGE)).status).toBe(200);
  });

  test('codes ask for it in the form that makes them', async () => {
    const client = await server.register('prove-codes');
    ahead += 11 * MINUTE;
    const page = await client.get('/settings/codes', PAGE);
    expect(page.text).toContain('Enter your password to see your codes');
    const wrong = await client.form('/api/recovery-codes', { password: 'not the one' });
    expect(wrong.headers.get('location')).toBe('/settings/codes');
    expect((await client.get('/settings/codes', PAGE)).text).not.toContain('<code>');
    const right = await client.form('/api/recovery-codes', { password: client.password });
    expect(right.headers.get('location')).toBe('/settings/codes');
    expect((await client.get('/settings/codes', PAGE)).text.match(/<code>/g)).toHaveLength(8);
  });
});

test('wrong passwords and codes are counted, and mails to one address', async () => {
  const strict = await startServer({
    env: { RATE_LIMIT: 'on', SMTP_URL: smtp.url, CONTACT_EMAIL: 'h@paper.example' },
  });
  try {
    const client = await strict.register('counted');
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await client.post('/api/password', { currentPassword: 'no', password: 'next password' })).status,
      );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    const results = await Promise.all(
      Array.from({ length: 12 }, () => strict.visitor().post('/api/forgot', { account: 'counted' })),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(10);
  } finally {
    await strict.stop();
  }
});

test('without mail nothing offers it, and codes bring people back', async () => {
  const quiet = await startServer();
  try {
    const client = await quiet.register('no-mail');
    const { json } = await client.post<{ codes: string[] }>('/api/recovery-codes');
    const forgotPage = await quiet.visitor().get('/auth/forgot', PAGE);
    expect(forgotPage.text).not.toContain('/api/forgot');
    expect((await client.get('/settings', PAGE)).text).not.toMatch(/e-mail/i);
    expect((await client.get('/settings/email', PAGE)).headers.get('location')).toBe('/settings');
    expect((await quiet.visitor().post('/api/forgot', { account: 'no-mail' })).status).toBe(404);
    expect((await client.post('/api/email', { email: 'a@b.example' })).status).toBe(404);
    const back = { username: 'no-mail', code: json.codes[0], password: 'back with a code' };
    expect((await quiet.visitor().post('/api/recover', back)).status).toBe(200);
    await quiet.login('no-mail', 'back with a code');
  } finally {
    await quiet.stop();
  }
});
