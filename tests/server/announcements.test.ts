/** The server announces seasons and recordings, and admins announce texts of their own. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Transaction } from '#db/client.ts';
import { createReminders } from '#services/announcements/reminders.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAGE = { accept: 'text/html' };
/** Longer than the server caches the reader, ms. */
const SOON_MS = 2_000;
let server: TestServer;
let admin: Client;
let trader: Client;
/** Ms added to the wall clock. */
let ahead = 0;
beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() + ahead } });
  // the tests themselves run the schedule
  server.services.reminders.stop();
  server.services.seasons.stop();
  admin = await server.admin();
  trader = await server.register('reader');
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.sql`delete from notifications`;
  await server.sql`update competition set starts_at = null, ends_at = null`;
  await server.services.seasons.refresh();
  // nobody’s session expires while the tests move the clock
  await server.sql`update sessions set last_seen_at = ${now()}, expires_at = ${new Date(now().getTime() + 30 * DAY)}`;
});

const now = () => new Date(Date.now() + ahead);
/** Returns the announcement's form above a page; null without one. */
async function bar(client: Client, path = '/help'): Promise<string | null> {
  ahead += SOON_MS;
  const { status, text } = await client.get(path, PAGE);
  expect(status).toBe(200);
  return /<form[^>]*action="\/api\/notifications\/\d+\/read"[^>]*>[\s\S]*?<\/form>/.exec(text)?.[0] ?? null;
}
const textIn = async (client: Client, path = '/help') => {
  const form = await bar(client, path);
  return form && textOf(form);
};
const idIn = (form: string | null) => /notifications\/(\d+)\/read/.exec(form ?? '')![1]!;
const dismiss = async (client: Client) => {
  const path = `/api/notifications/${idIn(await bar(client))}/read`;
  expect((await client.form(path, { next: '/help' })).status).toBe(303);
};
/** Returns the kinds of announcements that a person received, the first one first. */
const kindsFor = async ({ userId }: Client) =>
  (
    await server.sql<{ kind: string }[]>`
      select a.kind from notifications n join announcements a on a.id = n.announcement_id
      where n.user_id = ${userId} order by n.id`
  ).map(({ kind }) => kind);
const list = async (client: Client) => textOf((await client.get('/notifications', PAGE)).text);
async function toggle(active: boolean) {
  expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
  if (active) return;
  const [{ number: season }] = await server.sql<[{ number: number }]>`
    select max(number) as number from seasons where ended_at is not null`;
  await until(() => server.services.outcomes.newest()?.number === season);
  // until it is dismissed, the result of the season replaces other announcements above pages
  expect(await bar(trader)).toBeNull();
  expect((await trader.post('/api/season-seen', { season })).status).toBe(200);
}
const update = async (change: object) =>
  expect((await admin.post('/api/update-competition', change)).status).toBe(200);
const after = (ms: number) => new Date(now().getTime() + ms).toISOString();
/** Runs the reminders in three processes at once. */
const remind = async () => {
  await server.services.seasons.refresh();
  const { sql, databaseClock: clock, seasons, log } = server.services;
  const processes = [1, 2, 3].map(() => createReminders({ sql, clock, seasons, log }));
  await Promise.all(processes.map((each) => each.remind()));
  for (const each of processes) await each.remind();
};

describe('of a season', () => {
  test('its start is above every page until it is read, in the language of the page', async () => {
    expect(await bar(trader)).toBeNull();
    await toggle(true);
    expect(await textIn(trader)).toStartWith('Season 1 is open. Everybody starts with the same cash.');
    expect(await textIn(trader, '/portfolio')).toContain('Season 1 is open.');
    trader.cookies.set('lang', 'he');
    expect(await textIn(trader)).toContain('עונה 1 נפתחה.');
    trader.cookies.delete('lang');
    // neither the admin who acts nor a newcomer gets it
    expect(await bar(admin)).toBeNull();
    expect(await kindsFor(admin)).toEqual(['open']);
    expect(await bar(await server.register())).toBeNull();
    const id = idIn(await bar(trader));
    // nobody can dismiss it for another person
    expect((await admin.post(`/api/notifications/${id}/read`, {})).status).toBe(200);
    expect(await bar(trader)).not.toBeNull();
    const answer = await trader.form(`/api/notifications/${id}/read`, { next: '/portfolio' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/portfolio']);
    // at once, before the cached reader expires
    expect((await trader.get('/portfolio', PAGE)).text).not.toContain('Season 1 is open.');
    expect(await list(trader)).toContain('Season 1 is open.');
    expect((await server.visitor().post(`/api/notifications/${id}/read`, {})).status).toBe(401);
  });

  test('a plan is told a day ahead, once, by whichever process looks first; a moved one at its own time', async () => {
    await toggle(false);
    await server.sql`delete from notifications`;
    await update({ startsAt: after(3 * DAY) });
    await remind();
    expect(await kindsFor(trader)).toEqual([]);
    await update({ startsAt: after(5 * DAY) });
    ahead += 2 * DAY + HOUR;
    await remind();
    expect(await kindsFor(trader)).toEqual([]);
    ahead += 2 * DAY;
    await remind();
    expect(await kindsFor(trader)).toEqual(['openSoon']);
    expect(await textIn(trader)).toMatch(/^Season 2 opens within a day\. It starts on .*GMT\+[23]\./);
    // the reminder named another time: it is withdrawn, and the change is announced
    const moved = after(6 * DAY);
    await update({ startsAt: moved });
    await remind();
    expect(await kindsFor(trader)).toEqual(['openSoon', 'changed']);
    expect(await textIn(trader)).toStartWith('Season 2 was changed. It now starts on ');
    await dismiss(trader);
    expect(await bar(trader)).toBeNull();
    ahead += 5 * DAY + HOUR;
    await remind();
    expect(await kindsFor(trader)).toEqual(['openSoon', 'changed']);
    await update({ startCash: '60000', reason: 'Prices rose.' });
    expect(await textIn(trader)).toContain('Everyone starts with $60,000.00 now. Reason: Prices rose.');
  });

  test('an end is told a day and an hour ahead; what is off is not', async () => {
    await toggle(true);
    await server.sql`delete from notifications`;
    await update({ endsAt: after(2 * DAY) });
    ahead += DAY + HOUR;
    await server.services.seasons.refresh();
    const { sql, databaseClock: clock, seasons, log } = server.services;
    let losses = 1;
    const losing = new Proxy(sql, {
      get: (target, key) =>
        key === 'begin' && losses-- > 0
          ? (work: (tx: Transaction) => Promise<unknown>) =>
              sql.begin(async (tx) => {
                await work(tx);
                throw new Error('rolled back');
              })
          : Reflect.get(target, key),
    });
    const unlucky = createReminders({ sql: losing, clock, seasons, log });
    await expect(unlucky.remind()).rejects.toThrow('rolled back');
    await unlucky.remind();
    expect(await kindsFor(trader)).toEqual(['endSoon']);
    await remind();
    expect(await kindsFor(trader)).toEqual(['endSoon']);
    const off = await admin.post('/api/announcements/kinds', { kinds: ['open', 'over', 'changed'] });
    expect(off.status).toBe(200);
    ahead += 22 * HOUR + 60_000;
    await remind();
    expect(await kindsFor(trader)).toEqual(['endSoon']);
    const page = (await admin.get('/admin/announcements', PAGE)).text;
    const checked = [...page.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
    expect(
      checked.filter((box) => box.includes('checked')).map((box) => /value="(\w+)"/.exec(box)![1]),
    ).toEqual(['open', 'over', 'changed']);
    const kinds = ['openSoon', 'open', 'endSoon', 'lastHour', 'over', 'confirmed', 'changed', 'recording'];
    await admin.form('/api/announcements/kinds', { kinds: '' });
    const [{ off: silent }] = await server.sql<
      [{ off: string[] }]
    >`select silent_kinds as off from competition`;
    expect(silent).toEqual(kinds);
    await admin.post('/api/announcements/kinds', { kinds });
    await remind();
    expect(await kindsFor(trader)).toEqual(['endSoon', 'lastHour']);
    expect((await server.sql`select from audit where action = 'announcement_kinds'`).length).toBe(3);
  });

  test('prize and rules are told while it runs, and before only to those who know of it', async () => {
    await update({ prizePool: '700', minPrice: '2' });
    expect(await kindsFor(trader)).toEqual(['changed']);
    expect(await textIn(trader)).toContain('The prize pool is now ₪700. The rules are other ones.');
    await update({ prizePool: '700', nextCompetitionDate: 'Soon' });
    expect(await kindsFor(trader)).toEqual(['changed']);
    await server.sql`delete from notifications`;
    await update({ leastTrades: 3, reason: 'Too many **idle** winners.' });
    expect(await textIn(trader)).toContain('The rules are other ones. Reason: Too many **idle** winners.');
    await toggle(false);
    await server.sql`delete from notifications`;
    await update({ prizePool: '800' });
    expect(await kindsFor(trader)).toEqual([]);
  });

  test('its end is one message: the place of who was in it, the announcement for others', async () => {
    await toggle(true);
    await server.sql`delete from notifications`;
    await toggle(false);
    expect([await kindsFor(trader), await kindsFor(admin)]).toEqual([[], ['over']]);
    expect(await list(trader)).toContain('is over. You made no trades in it.');
    const rows = await server.sql`select from notifications where user_id = ${trader.userId}`;
    expect(rows).toHaveLength(1);
  });

  test('confirmed winners are told to everybody', async () => {
    const [{ number }] = await server.sql<[{ number: number }]>`
      select number from seasons order by number desc limit 1`;
    expect((await admin.post('/api/confirm-winners', { season: number })).status).toBe(200);
    expect(await kindsFor(trader)).toEqual(['confirmed']);
    expect(await bar(trader)).toContain(`value="/competitions/${number}"`);
  });
});

test('a new recording is told, and what an admin typed stays text', async () => {
  const recording = { title: '<b>Week</b> 3', url: 'https://video.example/3' };
  expect((await admin.post('/api/recordings', recording)).status).toBe(201);
  expect(await kindsFor(trader)).toEqual(['recording']);
  const form = await bar(trader);
  expect(form).toContain('&lt;b&gt;Week&lt;/b&gt; 3');
  expect(form).toContain('value="/recordings"');
});

test('pages show one announcement, the newest, for seven days', async () => {
  for (const title of ['First', 'Second'])
    await admin.post('/api/recordings', { title, url: 'https://video.example/4' });
  const newest = await bar(trader);
  expect(newest).toContain('Second');
  expect(newest).not.toContain('First');
  await dismiss(trader);
  expect(await textIn(trader)).toContain('First');
  ahead += 7 * DAY;
  await server.sql`update sessions set last_seen_at = ${now()}`;
  expect(await bar(trader)).toBeNull();
  // the list of notifications still has it
  expect(await list(trader)).toContain('First');
});

test('nobody is told against their choice, and no suspended account', async () => {
  const [silent, barred] = [await server.register('silent-one'), await server.register('barred-two')];
  await silent.post('/api/notifications/channels', { site: ['order'], mail: [] });
  const measure = { username: 'barred-two', action: 'suspend_7', reason: 'Two accounts' };
  expect((await admin.post('/api/measures', measure)).status).toBe(200);
  await admin.post('/api/recordings', { title: 'Third', url: 'https://video.example/5' });
  expect([await kindsFor(silent), await kindsFor(barred), await kindsFor(trader)]).toEqual([
    [],
    [],
    ['recording'],
  ]);
});

describe('by hand', () => {
  const TEXTS = { en: 'The desk is <closed>\r\non Friday.', he: 'השולחן סגור\r\nביום שישי.' };
  const write = async (texts: object = TEXTS) => {
    const { status, json } = await admin.post<{ id: number }>('/api/announcements', texts);
    expect(status).toBe(201);
    return json.id;
  };
  const send = (id: number) => admin.post(`/api/announcements/${id}/send`, {});

  test('it is shown in both languages before it is sent, once, and never changed after it', async () => {
    const answer = await admin.form('/api/announcements', TEXTS);
    expect(answer.status).toBe(303);
    const page = answer.headers.get('location')!;
    const id = Number(/^\/admin\/announcements\?id=(\d+)$/.exec(page)![1]);
    const preview = (await admin.get(page, PAGE)).text;
    expect(preview).toContain('The desk is &lt;closed&gt;\non Friday.');
    expect(preview).toMatch(
      /<section[^>]*lang="he" dir="rtl"[^>]*><h2[^>]*>הודעה לכולם<\/h2><p[^>]*>השולחן סגור\nביום שישי\.</,
    );
    expect(await kindsFor(trader)).toEqual([]);
    const changed = { ...TEXTS, en: 'The desk is closed on Sunday.' };
    expect((await admin.form(`/api/announcements/${id}`, changed)).headers.get('location')).toBe(page);
    expect((await admin.form(`/api/announcements/${id}/send`, {})).headers.get('location')).toBe(
      '/admin/announcements',
    );
    expect(await textIn(trader)).toStartWith('Announcement The desk is closed on Sunday.');
    trader.cookies.set('lang', 'he');
    expect(await textIn(trader)).toContain('השולחן סגור');
    trader.cookies.delete('lang');
    for (const refused of [
      await send(id),
      await admin.post(`/api/announcements/${id}`, TEXTS),
      await admin.post(`/api/announcements/${id}/delete`, {}),
    ])
      expect([refused.status, refused.json.code]).toEqual([409, 'ANNOUNCEMENT_SENT']);
    expect(await kindsFor(trader)).toEqual(['hand']);
    const sent = (await admin.get(page, PAGE)).text;
    expect(sent).not.toContain('/send"');
    expect(textOf((await admin.get('/admin/announcements?q=sunday', PAGE)).text)).toContain(
      'closed on Sunday',
    );
    expect(textOf((await admin.get('/admin/announcements?q=monday', PAGE)).text)).toContain(
      'Nothing was announced yet.',
    );
    const log = await server.sql`select after from audit where action = 'announcement_sent'`;
    expect(log).toMatchObject([{ after: { en: changed.en } }]);
  });

  test('neither sent, changed nor deleted on a page with texts that another admin has changed', async () => {
    const id = await write();
    const page = `/admin/announcements?id=${id}`;
    const read = async () => (await admin.get(page, PAGE)).text;
    const versionsOn = (html: string) =>
      [...html.matchAll(/name="version" value="([^"]+)"/g)].map(([, version]) => version!);
    const [version = '', ...others] = versionsOn(await read());
    expect(others).toEqual([version, version]);
    const newer = { ...TEXTS, en: 'Closed all week.' };
    expect((await admin.post(`/api/announcements/${id}`, newer)).status).toBe(200);
    const refused = await admin.post(`/api/announcements/${id}/send`, { version });
    expect([refused.status, refused.json.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const deleted = await admin.form(
      `/api/announcements/${id}/delete`,
      { version },
      { referer: server.url + page },
    );
    expect(deleted.headers.get('location')).toBe(page);
    expect(textOf(await read())).toContain('Closed all week.');
    const typed = { ...TEXTS, en: 'Closed on Sunday.', version };
    const edited = await admin.form(`/api/announcements/${id}`, typed, { referer: server.url + page });
    expect(edited.headers.get('location')).toBe(page);
    // the form has what was typed, above it are the newer texts
    const again = await read();
    expect(textOf(again)).toContain('Closed all week.');
    expect(again).toContain('>Closed on Sunday.</textarea>');
    expect(await kindsFor(trader)).not.toContain('hand');
    const form = { ...typed, version: versionsOn(again)[0]! };
    await admin.form(`/api/announcements/${id}`, form, { referer: server.url + page });
    const last = await read();
    expect(textOf(last)).not.toContain('Closed all week.');
    await admin.form(`/api/announcements/${id}/delete`, { version: versionsOn(last)[0]! });
    expect((await admin.get(page, PAGE)).status).toBe(404);
  });

  test('a form pressed twice, or sent again after Back, makes one draft', async () => {
    const keyOn = async () =>
      /name="intent" value="([^"]+)"/.exec((await admin.get('/admin/announcements', PAGE)).text)?.[1] ?? '';
    const count = async () => (await server.sql`select from announcements where sent_at is null`).count;
    const draftsBefore = await count();
    const fields = { ...TEXTS, intent: await keyOn() };
    const answers = await Promise.all([1, 2].map(() => admin.form('/api/announcements', fields)));
    answers.push(await admin.form('/api/announcements', fields));
    const [page = null, ...others] = answers.map(({ headers }) => headers.get('location'));
    expect(page).toMatch(/^\/admin\/announcements\?id=\d+$/);
    expect(others).toEqual([page, page]);
    expect(await count()).toBe(draftsBefore + 1);
    const other = await admin.form('/api/announcements', { ...fields, en: 'Another text.' });
    expect(other.headers.get('location')).toBe('/admin/announcements');
    expect((await admin.get('/admin/announcements', PAGE)).text).toContain('>Another text.</textarea>');
    expect(
      (await admin.form('/api/announcements', { ...fields, intent: await keyOn() })).headers.get('location'),
    ).not.toBe(page);
  });

  test('a long one is cut above pages, and whole among the notifications', async () => {
    const en = `${'Many words. '.repeat(16)}Charts 📈 ${'Many words. '.repeat(60)}The end.`;
    expect((await send(await write({ en, he: 'מילים' }))).status).toBe(200);
    const form = await bar(trader);
    expect(form).toContain('value="/notifications"');
    expect(form).not.toContain('The end.');
    // the limit is inside the emoji
    expect(form).toContain('Charts…');
    expect(await list(trader)).toContain('The end.');
  });

  test('the fourth of 24 hours is refused, also of admins who send at once', async () => {
    ahead += DAY;
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => write({ en: `Number ${n}`, he: 'מספר' })));
    const answers = await Promise.all(ids.map(send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.json).toMatchObject({ code: 'DAY_FULL', reason: 'announcements', params: { count: 3 } });
    expect(await kindsFor(trader)).toEqual(['hand', 'hand', 'hand']);
    const unsentId = ids[answers.indexOf(refused)]!;
    ahead += DAY;
    expect((await send(unsentId)).status).toBe(200);
    expect((await send(unsentId)).json.code).toBe('ANNOUNCEMENT_SENT');
  });

  test('a draft is deleted; unknown ones are 404', async () => {
    const id = await write();
    expect((await admin.get('/admin/announcements', PAGE)).text).toContain(
      `href="/admin/announcements?id=${id}"`,
    );
    expect((await admin.post(`/api/announcements/${id}/delete`, {})).status).toBe(200);
    for (const [call, body] of [['', TEXTS] as const, ['/send', {}] as const, ['/delete', {}] as const])
      expect((await admin.post(`/api/announcements/${id}${call}`, body)).status).toBe(404);
    expect((await admin.get(`/admin/announcements?id=${id}`, PAGE)).status).toBe(404);
    // an automatic announcement cannot be sent by hand
    const [{ id: automatic }] = await server.sql<[{ id: number }]>`
      select id from announcements where kind = 'open' limit 1`;
    expect((await send(automatic)).status).toBe(404);
  });

  test.each([
    ['nothing', {}, 'en'],
    ['one language alone', { en: 'Hello', he: ' \n ' }, 'he'],
    ['more than 1,000 characters', { en: 'x'.repeat(1001), he: 'שלום' }, 'en'],
    ['a control character', { en: 'Hello\u0000', he: 'שלום' }, 'en'],
    ['no text', { en: ['Hello'], he: 'שלום' }, 'en'],
  ])('%s is refused', async (_, body, path) => {
    const { status, json } = await admin.post('/api/announcements', body);
    expect([status, (json.issues as { path: string }[])[0]!.path]).toEqual([422, path]);
    expect((await admin.post('/api/announcements/kinds', { kinds: ['hand'] })).status).toBe(422);
  });

  test('a refused form keeps what was typed', async () => {
    const answer = await admin.form('/api/announcements', { en: 'Half of it', he: '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/announcements']);
    const page = (await admin.get('/admin/announcements', PAGE)).text;
    expect(page).toContain('>Half of it</textarea>');
    expect(textOf(page)).toContain('Write the text in this language too.');
  });

  test('it is part of the file of one’s data, and its notification ends with the account', async () => {
    ahead += DAY;
    const person = await server.register('leaves-soon');
    await send(await write({ en: 'Told to all', he: 'לכולם' }));
    const file = await person.form('/api/account/export', {});
    expect(await new Response(file.text).text()).toContain('Told to all');
    expect(await kindsFor(person)).toEqual(['hand']);
    await server.sql`update users set leaves_at = now() - interval '8 days' where id = ${person.userId}`;
    await server.services.leaving.carryOut();
    expect(await kindsFor(person)).toEqual([]);
    expect(await kindsFor(trader)).toEqual(['hand']);
  });
});
