import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 's' } });
});
afterAll(() => server.stop());

const PASSWORD = 'correct horse 9';
const error = (code: string, message: string) => ({ code, message, error: message });

describe('registration', () => {
  test('makes a trader with the start cash, ledger and progress, and signs them in', async () => {
    const client = server.visitor();
    const answer = await client.post('/api/register', { username: 'Dana_7', password: PASSWORD });
    expect(answer.status).toBe(200);
    const user = { id: expect.any(Number), username: 'Dana_7', isAdmin: false, balance: '100000.00' };
    expect(answer.json).toEqual(user);
    expect((await client.get('/api/user')).json).toEqual(user);
    const id = answer.json.id as number;
    const [row] = await server.sql`
      select u.password_hash, u.is_admin, a.cash, p.xp, p.level, p.tkf, l.kind, l.amount
      from users u join accounts a on a.user_id = u.id join progress p on p.user_id = u.id
      join ledger l on l.user_id = u.id where u.id = ${id}`;
    expect(row).toMatchObject({
      is_admin: false,
      cash: '100000.00',
      xp: '0.00',
      level: 0,
      tkf: 0,
      kind: 'season_grant',
      amount: '100000.00',
    });
    expect(row!.password_hash).toStartWith('$argon2id$v=19$');
  });

  test('nobody can make themselves an admin by asking', async () => {
    const answer = await server
      .visitor()
      .post('/api/register', { username: 'sneaky', password: PASSWORD, isAdmin: true, is_admin: true });
    expect(answer.json).toMatchObject({ username: 'sneaky', isAdmin: false });
  });

  test.each([
    ['the same name', 'Taken_Name'],
    ['another case', 'tAKEN_nAME'],
    ['full width', 'Ｔaken_Name'],
    ['blanks around it', '  Taken_Name '],
  ])('a taken name is refused: %s', async (_, username) => {
    await server.visitor().post('/api/register', { username: 'Taken_Name', password: PASSWORD });
    const [before] = await server.sql`select count(*)::integer as n from users`;
    const answer = await server.visitor().post('/api/register', { username, password: PASSWORD });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject(error('USERNAME_TAKEN', 'That username is taken.'));
    expect(answer.headers.getSetCookie()).toEqual([]);
    const [after] = await server.sql`select count(*)::integer as n from users`;
    expect(after).toEqual(before!);
  });

  test('of ten at once with one name exactly one gets it', async () => {
    const names = Array.from({ length: 10 }, (_, i) => (i % 2 ? 'RaceName' : 'racename'));
    const answers = await Promise.all(
      names.map((username) => server.visitor().post('/api/register', { username, password: PASSWORD })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const [row] = await server.sql`
      select count(*)::integer as n, (select count(*)::integer from accounts a join users u on u.id = a.user_id
        where u.username_key = 'racename') as accounts from users where username_key = 'racename'`;
    expect(row).toEqual({ n: 1, accounts: 1 });
  });

  test('a form whose response was lost signs in to its account when it is sent again; nobody else does', async () => {
    const readIntent = async () => {
      const page = await server.visitor().get('/auth?tab=register', { accept: 'text/html' });
      return /name="intent" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    };
    const fields = {
      username: 'lost-answer',
      password: PASSWORD,
      next: '/portfolio',
      intent: await readIntent(),
    };
    const send = async (changes: object = {}) => {
      const client = server.visitor();
      const { headers } = await client.form('/api/register', { ...fields, ...changes });
      const { id } = (await client.get<{ id?: number }>('/api/user')).json;
      return { to: headers.get('location'), id };
    };
    const first = await send();
    expect(first).toEqual({ to: '/portfolio', id: expect.any(Number) });
    expect(await send()).toEqual(first);
    const strangers = [{ intent: await readIntent() }, { intent: '' }, { password: 'another horse 9' }];
    for (const change of strangers) expect(await send(change)).toMatchObject({ id: undefined });
    const [row] = await server.sql`
      select count(*)::integer as n from users where username_key = 'lost-answer'`;
    expect(row).toEqual({ n: 1 });
    // an account with a second factor needs its code
    await server.sql`insert into second_factors (user_id, secret, is_sealed, confirmed_at)
      values (${first.id!}, ${Buffer.alloc(20, 1)}, false, now())`;
    expect(await send()).toMatchObject({ id: undefined });
  });

  test('of two requests of one form at once, both sign in to the one account, also with the last use of a link', async () => {
    const admin = await server.admin();
    const { code } = (
      await admin.post<{ code: string }>('/api/join-links', { label: 'One', uses: 1, days: 1 })
    ).json;
    const fields = { username: 'pressed-twice', password: PASSWORD, join: code, intent: crypto.randomUUID() };
    const answers = await Promise.all([1, 2].map(() => server.visitor().post('/api/register', fields)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.json.id).toBe(answers[0]!.json.id);
    const again = await server.visitor().post('/api/register', fields);
    expect([again.status, again.json.id]).toEqual([200, answers[0]!.json.id]);
  });

  const NAME_RULE = 'Use 3 to 20 letters, digits, _ or -.';
  test.each([
    ['username', 'ab', PASSWORD, NAME_RULE],
    ['username', 'a'.repeat(21), PASSWORD, NAME_RULE],
    ['username', 'two words', PASSWORD, NAME_RULE],
    ['username', '<script>', PASSWORD, NAME_RULE],
    ['username', 'abc\u202e', PASSWORD, NAME_RULE],
    ['password', 'fine_name', '1234567', 'Use at least 8 characters.'],
    ['password', 'fine_name', 'x'.repeat(129), 'Use at most 128 characters.'],
    ['password', 'fine_name', 'password', 'That password is too common. Choose another.'],
    ['password', 'fine_name', 'QWERTYUIOP', 'That password is too common. Choose another.'],
    ['password', 'fine_name', 'aaaaaaaaaa', 'That password is too common. Choose another.'],
    ['password', 'fine_name', 'Paper-Pit 2026!', 'That password is too common. Choose another.'],
    ['password', 'fine_name', 'מסחר1234', 'That password is too common. Choose another.'],
  ])('a bad %s is a 422 with its sentence (%s)', async (path, username, password, message) => {
    const answer = await server.visitor().post('/api/register', { username, password });
    expect(answer.status).toBe(422);
    const { issues, ...rest } = answer.json as { issues: object[] };
    expect(rest).toEqual(error('INVALID', message) as never);
    expect(issues).toEqual([expect.objectContaining({ path, message, code: expect.any(String) })]);
  });

  test('both fields are named at once', async () => {
    const answer = await server.visitor().post('/api/register', { username: '?', password: 'x' });
    expect((answer.json.issues as { path: string }[]).map((i) => i.path)).toEqual(['username', 'password']);
  });

  test.each([
    ['dana-8', 'eight...'],
    ['דנה', 'סיסמה ארוכה'],
    ['longest-1', '🔑🗝'.repeat(64)],
  ])('takes %s with %s, and lets them in again', async (username, password) => {
    const client = await server.visitor().post('/api/register', { username, password });
    expect(client.status).toBe(200);
    expect((await server.login(username, password)).username).toBe(username);
  });

  test('a person from between two seasons gets the cash of the next one', async () => {
    const admin = await server.admin();
    await server.services.seasons.start(admin.userId);
    await server.services.seasons.end(admin.userId);
    const late = await server.register('late_comer');
    await server.services.seasons.reset(admin.userId);
    expect((await late.get('/api/user')).json).toMatchObject({ balance: '100000.00' });
    const sums = await server.sql`
      select a.season_id, a.cash, (select sum(amount) from ledger l
        where l.user_id = a.user_id and l.season_id = a.season_id) as ledger
      from accounts a where a.user_id = ${late.userId} order by a.season_id desc`;
    expect(sums[0]).toMatchObject({ cash: '100000.00', ledger: '100000.00' });
  });
});

describe('login', () => {
  test('the right password by any spelling of the name', async () => {
    await server.register('Case_Of');
    const client = await server.login('CASE_OF', 'pass of Case_Of');
    expect((await client.get('/api/user')).json).toMatchObject({ username: 'Case_Of' });
  });

  test('wrong password, unknown name and a name nobody could have are answered alike', async () => {
    await server.register('somebody');
    const tries = [
      { username: 'somebody', password: 'not the one' },
      { username: 'nobody_at_all', password: 'not the one' },
      { username: '', password: '' },
      { username: '<>'.repeat(50), password: 'x'.repeat(1000) },
    ];
    for (const credentials of tries) {
      const answer = await server.visitor().post('/api/login', credentials);
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual(error('BAD_CREDENTIALS', 'Wrong username or password.'));
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('an unknown name costs the same work as a wrong password', async () => {
    await server.register('timed_user');
    const { accounts } = server.services;
    const verify = spyOn(Bun.password, 'verify');
    /** Returns the settings of every hash that the password was compared with, which decide the work. */
    const work = async (username: string) => {
      verify.mockClear();
      await accounts.authenticate({ username, password: 'wrong one' }).catch(() => {});
      return verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(0, 4).join('$'));
    };
    try {
      const knownName = await work('timed_user');
      expect(knownName).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d,p=1$/)]);
      expect(await work('no_such_user')).toEqual(knownName);
    } finally {
      verify.mockRestore();
    }
  });

  test('simulated traders and accounts without a password cannot sign in', async () => {
    await server.sql`insert into users (username, username_key, is_simulated) values ('Bot One', 'bot_one', true)`;
    await server.sql`insert into users (username, username_key, discord_id) values ('cord', 'cord', '42')`;
    for (const username of ['bot_one', 'cord']) {
      const answer = await server.visitor().post('/api/login', { username, password: '' });
      expect(answer.status).toBe(401);
    }
  });

  test.each(['/api/login', '/api/register'])('%s with isDiscord goes to /auth/discord', async (path) => {
    for (const isDiscord of [true, 'true'] as const) {
      const answer = await server.visitor().post(path, { isDiscord });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/discord']);
    }
    const form = await server.visitor().form(path, { isDiscord: '1' });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/auth/discord']);
  });
});

describe('without scripts', () => {
  test('a form signs in and goes on to the page it was opened for', async () => {
    await server.register('form_user');
    const fields = { username: 'form_user', password: 'pass of form_user' };
    const client = server.visitor();
    const answer = await client.form('/api/login', { ...fields, next: '/portfolio?x=1' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/portfolio?x=1']);
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await client.form('/api/login', fields)).headers.get('location')).toBe('/');
  });

  test('a browser that keeps no cookies is told so, one that has none yet goes on', async () => {
    await server.register('cookieless');
    const login = { username: 'cookieless', password: 'pass of cookieless' };
    const post = (path: string, fields: Record<string, string>) => {
      const client = server.visitor();
      const headers = { cookie: '', referer: `${server.url}/auth` };
      return client.form(path, fields, headers).then((answer) => ({ client, answer }));
    };
    const forms: [string, Record<string, string>, string][] = [
      ['/api/login', login, '/auth?cookies=off'],
      ['/api/login', { ...login, next: '/portfolio' }, '/auth?next=%2Fportfolio&cookies=off'],
      ['/api/login', { ...login, password: 'wrong' }, '/auth?cookies=off'],
      ['/api/register', { username: 'nocookies', password: PASSWORD }, '/auth?tab=register&cookies=off'],
    ];
    for (const [path, fields, to] of forms) {
      const { answer, client } = await post(path, fields);
      expect(answer.headers.get('location')).toBe(to);
      const page = await server.visitor().get(to, { accept: 'text/html' });
      expect(page.text).toContain('Your browser keeps no cookies');
      if (fields.password === 'wrong') continue;
      const entered = await client.get(to, { accept: 'text/html' });
      expect(entered.headers.get('location')).toBe(fields.next ?? '/');
    }
    const callback = await server.visitor().get('/auth/discord/callback?code=x&state=y');
    expect(callback.headers.get('location')).toBe('/auth?cookies=off');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '\t//evil.example',
    'evil',
  ])('never leaves the site: next=%p', async (next) => {
    const username = 'form_user';
    const answer = await server
      .visitor()
      .form('/api/login', { username, password: 'pass of form_user', next });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  });

  test('a refusal leads back to the form with the reason and the name, not the password', async () => {
    const client = server.visitor();
    const referer = `${server.url}/auth?next=%2Fchart`;
    const answer = await client.form(
      '/api/login',
      { username: 'form_user', password: 'secret-typo', next: '/chart' },
      { referer },
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth?next=%2Fchart']);
    const page = await client.get('/auth?next=%2Fchart', { accept: 'text/html' });
    expect(page.text).toContain('Login failed');
    expect(page.text).toContain('Wrong username or password.');
    expect(page.text).toContain('value="form_user"');
    expect(page.text).not.toContain('secret-typo');
    // only once
    expect((await client.get('/auth', { accept: 'text/html' })).text).not.toContain('Login failed');
  });

  test('a refused registration says Registration failed', async () => {
    const client = server.visitor();
    const referer = `${server.url}/auth?tab=register`;
    await client.form('/api/register', { username: 'x', password: PASSWORD }, { referer });
    const page = await client.get('/auth?tab=register', { accept: 'text/html' });
    expect(page.text).toContain('Registration failed');
    expect(page.text).toContain('Use 3 to 20 letters, digits, _ or -.');
  });

  test('/login leads to /auth, and /auth a signed-in user on', async () => {
    const client = await server.register();
    const headers = { accept: 'text/html' };
    const location = async (path: string, who = client) =>
      (await who.get(path, headers)).headers.get('location');
    expect(await location('/login?next=%2Fchart', server.visitor())).toBe('/auth?next=%2Fchart');
    expect(await location('/auth')).toBe('/');
    expect(await location('/auth?next=%2Fportfolio')).toBe('/portfolio');
    expect(await location('/auth?next=%2F%2Fevil.example')).toBe('/');
    expect(await location('/settings', server.visitor())).toBe('/login?next=%2Fsettings');
  });
});

describe('profiles', () => {
  test('one’s own and another’s', async () => {
    const me = await server.register('profile_me');
    const other = await server.register('profile_you');
    const profile = {
      username: 'profile_me',
      balance: '100000.00',
      level: 0,
      xp: 0,
      xpToNextLevel: 100,
      tkf: 0,
      ownedBanners: [],
      ownedThemes: ['Default'],
      ownedBadges: [],
      ownedLogos: [],
      activeBanner: null,
      activeLogo: null,
      activeBadge: null,
      activeTheme: 'theme_0',
    };
    expect((await me.get('/api/user-profile')).json).toMatchObject(profile);
    expect((await other.get(`/api/user-profile/${me.userId}`)).json).toMatchObject(profile);
    expect((await server.visitor().get(`/api/user-profile/${me.userId}`)).status).toBe(401);
  });

  test('xpToNextLevel is what is still missing', async () => {
    const me = await server.register('levels_up');
    await server.sql`update progress set xp = 250.25, level = 1, tkf = 50 where user_id = ${me.userId}`;
    expect((await me.get('/api/user-profile')).json).toMatchObject({
      level: 1,
      xp: 250.25,
      xpToNextLevel: 49.75,
      tkf: 50,
    });
  });

  test.each([
    ['2147483647', 404, 'UNKNOWN_TRADER'],
    ['2147483648', 422, 'INVALID'],
    ['99999999999999999999', 422, 'INVALID'],
    ['0', 422, 'INVALID'],
    ['-1', 422, 'INVALID'],
    ['1e3', 422, 'INVALID'],
    ['1.5', 422, 'INVALID'],
    ["1';drop table users--", 422, 'INVALID'],
  ])('/api/user-profile/%s is %i %s', async (id, status, code) => {
    const me = await server.register();
    const answer = await me.get(`/api/user-profile/${encodeURIComponent(id)}`);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });
});

test('a first admin from the settings is made once, and a trader of that name is not promoted', async () => {
  const { prepare } = await import('#services/platform/first-run.ts');
  const { services } = server;
  const settings = { ...services.settings, adminUsername: 'The_Boss', adminPassword: 'pass of The_Boss' };
  expect(await prepare({ ...services, settings })).toContain('The admin is The_Boss.');
  const boss = await server.login('the_boss', 'pass of The_Boss');
  expect((await boss.get('/api/user')).json).toMatchObject({ isAdmin: true });
  expect(await prepare({ ...services, settings: { ...settings, adminPassword: 'another one' } })).toContain(
    'The admin is The_Boss.',
  );
  expect((await boss.get('/api/user')).status).toBe(200);
  await server.register('plain_joe');
  const lines = await prepare({ ...services, settings: { ...settings, adminUsername: 'plain_joe' } });
  expect(lines.join('\n')).toContain('plain_joe is a trader, not an admin');
  expect(await services.accounts.find('plain_joe')).toMatchObject({ isAdmin: false });
});
