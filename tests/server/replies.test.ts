/** Answers to contact messages: by mail, on the site, by hand; two admins at once; saved answers, spam, search, bulk actions. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type FakeSmtp, fakeSmtp } from '../helpers/fake-smtp.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const DAY_MS = 86_400_000;

let now = Date.now();
let smtp: FakeSmtp;
let server: TestServer;
let admin: Client;
let other: Client;
let trader: Client;
beforeAll(async () => {
  smtp = fakeSmtp();
  server = await startServer({
    clock: { now: () => now },
    env: {
      SMTP_URL: smtp.url,
      CONTACT_EMAIL: 'house@paperpit.example',
      MAIL_FROM: 'post@paperpit.example',
      PUBLIC_URL: 'http://contest.example',
    },
  });
  admin = await server.admin();
  other = await server.admin();
  trader = await server.register('noa');
});
afterAll(async () => {
  await server?.stop();
  smtp?.stop();
});

const MESSAGE = {
  name: 'Noa Bareket',
  email: 'noa@mail.example',
  phone: '050-000-0000',
  subject: 'Question',
  message: 'How?\nAnd why?',
};

/** Sends a message and, with a mail server, takes its mail to the operator. @returns the message's id */
async function write(from: Client, fields: Record<string, string> = {}, on = server): Promise<number> {
  const visitor = from.userId === 0 ? { purpose: 'public' } : {};
  expect((await from.post('/api/contact', { ...MESSAGE, ...visitor, ...fields })).status).toBe(200);
  if (on === server) await smtp.next();
  const [row] = await on.sql<{ id: number }[]>`select max(id) as id from contact_messages`;
  return row!.id;
}
const reply = (who: Client, id: number, body: object) => who.post(`/api/messages/${id}/reply`, body);
const pageOf = async (id: number, who = admin) => (await who.get(`/admin/messages/${id}`, PAGE)).text;
const stateOf = async (id: number) =>
  (
    await server.sql<{ read: boolean; done: boolean }[]>`
      select read_at is not null as read, done_at is not null as done from contact_messages where id = ${id}`
  )[0];
const replies = (id: number, on = server) =>
  on.sql<{ id: number; text: string; way: string }[]>`
    select id, text, way from contact_replies where message_id = ${id} order by id`;
/** How the newest answer was sent, once that is stored. */
async function wayOf(id: number): Promise<string> {
  await server.services.contact.stopSending();
  return (await replies(id)).at(-1)!.way;
}

describe('an answer to a member', () => {
  test('is a mail, a text at /contact, a notification, and marks the message done', async () => {
    const id = await write(trader);
    expect(textOf((await trader.get('/contact', PAGE)).text)).toContain('We have not answered yet.');
    const answer = await reply(admin, id, { text: 'Like this.\r\nBecause.' });
    expect([answer.status, answer.json.message]).toEqual([200, 'The reply is on its way.']);

    const { from, to, mail } = await smtp.next();
    expect({ from, to }).toEqual({ from: 'post@paperpit.example', to: ['noa@mail.example'] });
    expect(mail.to).toEqual([{ name: 'Noa Bareket', address: 'noa@mail.example' }]);
    expect(mail.replyTo).toEqual([{ name: '', address: 'house@paperpit.example' }]);
    expect(mail.inReplyTo).toBe(`<contact-${id}@contest.example>`);
    expect(mail.subject).toBe('Re: Question');
    expect(mail.text?.trim()).toBe(
      'Like this.\nBecause.\n\nPaperpit\nhttp://contest.example\n\nYou wrote:\n> How?\n> And why?',
    );
    expect(await wayOf(id)).toBe('mail');
    expect(await stateOf(id)).toEqual({ read: true, done: true });

    const thread = textOf((await trader.get('/contact', PAGE)).text);
    for (const part of ['Your messages', 'How? And why?', 'Paperpit answered', 'Like this. Because.'])
      expect(thread).toContain(part);
    expect(thread).not.toContain(admin.username);
    const page = (await trader.get('/notifications', PAGE)).text;
    expect(textOf(page)).toContain('We answered you');
    expect(page).toContain('href="/contact#messages"');
    const log = await server.sql`select after from audit where action = 'reply' order by id desc limit 1`;
    expect(log[0]!.after).toEqual({ message: id });
  });

  test('is not stored without the notification', async () => {
    const id = await write(trader);
    await server.sql.unsafe(`
      create function refuse_notification() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_notification before insert on notifications execute function refuse_notification()`);
    expect((await reply(admin, id, { text: 'Unheard.' })).status).toBeGreaterThanOrEqual(500);
    await server.sql.unsafe(
      'drop trigger refuse_notification on notifications; drop function refuse_notification',
    );
    expect(await replies(id)).toEqual([] as never);
    expect(await stateOf(id)).toEqual({ read: false, done: false });
  });

  test('keeps the message open when asked to', async () => {
    const id = await write(trader);
    await reply(admin, id, { text: 'Soon.', keepOpen: true });
    await smtp.next();
    expect(await stateOf(id)).toEqual({ read: true, done: false });
  });

  test('nobody else reads it', async () => {
    const stranger = await server.register();
    expect((await stranger.get('/contact', PAGE)).text).not.toContain('Like this.');
    expect((await reply(stranger, 1, { text: 'Hi' })).status).toBe(403);
    expect((await reply(server.visitor(), 1, { text: 'Hi' })).status).toBe(401);
  });
});

test('a visitor’s answer is in the language of the form, right to left', async () => {
  const visitor = server.visitor();
  await visitor.form('/api/language', { language: 'he', next: '/public-contact' });
  const id = await write(visitor, { name: 'נועה', message: 'איך?' });
  expect(textOf(await pageOf(id))).toContain('Reply, in Hebrew');
  await reply(admin, id, { text: 'Paperpit עונה: כך.' });
  const { mail } = await smtp.next();
  const lines = mail.text!.trim().split('\n');
  expect(lines[0]).toBe('\u200fPaperpit עונה: כך.');
  expect(mail.text).toContain('כתבתם:');
});

test('a line break cannot become a header', async () => {
  const id = await write(server.visitor());
  await server.sql`update contact_messages set subject = ${'Hi\r\nBcc: all@mail.example'}, name = ${'A\r\nX-Evil: 1'}
    where id = ${id}`;
  await reply(admin, id, { text: 'Hello' });
  const { to, mail } = await smtp.next();
  expect(to).toEqual(['noa@mail.example']);
  const names = mail.headers.map(({ key }) => key);
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-evil');
});

describe('two admins', () => {
  test('answer at once: one wins, the other reads that answer and may send theirs', async () => {
    const id = await write(trader);
    const texts = ['First', 'Second'];
    const both = await Promise.all(
      [admin, other].map((who, i) => reply(who, id, { text: texts[i], after: 0 })),
    );
    await smtp.next();
    const [refused] = both.filter(({ status }) => status === 409);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [stored] = await replies(id);
    const loser = both.indexOf(refused!);
    expect(refused!.json).toMatchObject({
      code: 'ANSWERED',
      params: { username: [admin, other][1 - loser]!.username, reply: texts[1 - loser] },
      answer: { id: stored!.id, text: texts[1 - loser] },
    });
    expect(await replies(id)).toHaveLength(1);

    const again = await reply([admin, other][loser]!, id, { text: 'Mine too', after: stored!.id });
    expect(again.status).toBe(200);
    await smtp.next();
    expect((await replies(id)).map(({ text }) => text)).toEqual([texts[1 - loser]!, 'Mine too']);
  });

  test('without scripts the page comes back with both texts, and sending again is the confirmation', async () => {
    const id = await write(trader);
    await reply(other, id, { text: 'Answer of the other' });
    await smtp.next();
    const path = `/admin/messages/${id}`;
    const send = async (after: number) =>
      (
        await admin.form(
          `/api/messages/${id}/reply`,
          { text: 'My own words', after: String(after) },
          { referer: server.url + path },
        )
      ).headers.get('location');
    expect(await send(0)).toBe(path);
    const html = await pageOf(id);
    expect(textOf(html)).toContain(`${other.username} has answered meanwhile: “Answer of the other”`);
    expect(html).toMatch(/<textarea[^>]*>My own words<\/textarea>/);
    const after = Number(/name="after" value="(\d+)"/.exec(html)![1]);
    await send(after);
    await smtp.next();
    expect((await replies(id)).map(({ text }) => text)).toEqual(['Answer of the other', 'My own words']);
  });
});

test('what is refused changes nothing', async () => {
  const id = await write(trader);
  for (const body of [{}, { text: ' ' }, { text: 7 }, { text: 'x'.repeat(5001) }, { text: 'a\0b' }]) {
    const { status, json } = await reply(admin, id, body);
    expect([status, (json.issues as { path: string }[])[0]!.path]).toEqual([422, 'text']);
  }
  expect((await reply(admin, 999_999, { text: 'Hi' })).status).toBe(404);
  expect(await replies(id)).toHaveLength(0);
  expect(await stateOf(id)).toEqual({ read: false, done: false });
});

test('a mail that fails, or whose process ended, is left to the staff, with its text and a mailto', async () => {
  const refusing = fakeSmtp({ refuse: true });
  const env = { SMTP_URL: refusing.url, CONTACT_EMAIL: 'house@paperpit.example' };
  const quiet = await startServer({ env });
  try {
    const boss = await quiet.admin();
    const id = await write(quiet.visitor(), {}, quiet);
    await reply(boss, id, { text: 'Two\nlines & more' });
    await quiet.services.contact.stopSending();
    expect((await replies(id, quiet))[0]!.way).toBe('hand');
    const html = (await boss.get(`/admin/messages/${id}`, PAGE)).text;
    expect(html).toMatch(/<textarea readOnly=""[^>]*>Two\nlines &amp; more<\/textarea>/i);
    expect(html).toContain(
      'href="mailto:noa%40mail.example?subject=Re%3A%20Question&amp;body=Two%0D%0Alines%20%26%20more"',
    );

    await quiet.sql`update contact_replies set way = 'sending', at = now() - interval '5 minutes'`;
    await quiet.services.tidy();
    expect((await replies(id, quiet))[0]!.way).toBe('sending');
    await quiet.sql`update contact_replies set at = now() - interval '11 minutes'`;
    await quiet.services.tidy();
    expect((await replies(id, quiet))[0]!.way).toBe('hand');
  } finally {
    await quiet.stop();
    refusing.stop();
  }
});

test('without a mail server members read the answer on the site, and visitors’ answers are sent by hand', async () => {
  const quiet = await startServer();
  try {
    const [boss, member] = [await quiet.admin(), await quiet.register()];
    const [ofMember, ofVisitor] = [await write(member, {}, quiet), await write(quiet.visitor(), {}, quiet)];
    await reply(boss, ofMember, { text: 'On the site' });
    const answer = await reply(boss, ofVisitor, { text: 'By hand' });
    expect(answer.json.message).toBe(
      'The reply is stored. Send it yourself: its text stands below the message.',
    );
    expect((await replies(ofMember, quiet))[0]!.way).toBe('site');
    expect((await replies(ofVisitor, quiet))[0]!.way).toBe('hand');
    expect((await member.get('/contact', PAGE)).text).toContain('On the site');
    expect((await boss.get(`/admin/messages/${ofVisitor}`, PAGE)).text).toContain('body=By%20hand');
  } finally {
    await quiet.stop();
  }
});

test('30 replies an hour; a refused one is not counted', async () => {
  const quiet = await startServer({ env: { RATE_LIMIT: 'on' } });
  try {
    const [boss, member] = [await quiet.admin(), await quiet.register()];
    const id = await write(member, {}, quiet);
    expect((await reply(boss, id, { text: 'Stale', after: 0 })).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await reply(boss, id, { text: 'Stale' })).status).toBe(409);
    for (let i = 1; i < 30; i++) {
      const after = (await replies(id, quiet)).at(-1)!.id;
      expect((await reply(boss, id, { text: `Number ${i}`, after })).status).toBe(200);
    }
    const refused = await reply(boss, id, { text: 'One more', after: 2_000_000_000 });
    expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(await replies(id, quiet)).toHaveLength(30);
  } finally {
    await quiet.stop();
  }
});

describe('saved replies', () => {
  const SAVED = { label: 'Thanks', en: 'Hello {name}, season {season}.', he: 'שלום {name}, עונה {season}.' };
  const list = async () => (await admin.get('/admin/messages/replies', PAGE)).text;
  const add = (fields: Partial<typeof SAVED> = {}) =>
    admin.post('/api/saved-replies', { ...SAVED, ...fields });

  test('fill in the name and the season, in the language of the sender', async () => {
    const added = await add();
    expect(added.status).toBe(201);
    const visitor = server.visitor();
    await visitor.form('/api/language', { language: 'he', next: '/public-contact' });
    const [english, hebrew] = [await write(trader), await write(visitor, { name: 'נועה $&' })];
    const draft = async (id: number) =>
      /<textarea[^>]*>([^<]*)<\/textarea>/.exec(
        (await admin.get(`/admin/messages/${id}?saved=${added.json.id}`, PAGE)).text,
      )![1];
    expect(await draft(english)).toBe('Hello Noa Bareket, season 1.');
    expect(await draft(hebrew)).toBe('שלום נועה $&amp;, עונה 1.');
    expect(await stateOf(english)).toEqual({ read: false, done: false });
  });

  test('are changed and deleted; each is in the log', async () => {
    const { id } = (await add({ label: 'Other' })).json as { id: number };
    expect((await admin.post(`/api/saved-replies/${id}`, { ...SAVED, label: 'Changed' })).status).toBe(200);
    expect(await list()).toContain('Changed');
    expect((await admin.post(`/api/saved-replies/${id}/delete`, {})).status).toBe(200);
    expect(await list()).not.toContain('Changed');
    expect((await admin.post(`/api/saved-replies/${id}/delete`, {})).status).toBe(404);
    expect((await admin.post(`/api/saved-replies/${id}`, SAVED)).status).toBe(404);
    const log =
      await server.sql`select before, after from audit where action = 'saved_reply' order by id desc limit 2`;
    expect(log.map((row) => ({ ...row }))).toEqual([
      { before: { label: 'Changed' }, after: null },
      { before: { label: 'Other' }, after: { label: 'Changed' } },
    ]);
  });

  test('a refused form comes back with what was typed', async () => {
    const typed = { ...SAVED, label: 'Typed label', he: '' };
    const from = { referer: `${server.url}/admin/messages/replies` };
    await admin.form('/api/saved-replies', typed, from);
    const html = await list();
    expect(html).toContain('value="Typed label"');
    expect(html).toMatch(/id="he-new"[^>]*aria-invalid="true"/);
  });

  test('there are 30 at most, also when several admins add at once', async () => {
    const [{ count } = { count: 0 }] = await server.sql<{ count: number }[]>`
      select count(*)::int as count from saved_replies`;
    const answers = await Promise.all(Array.from({ length: 33 - count }, (_, i) => add({ label: `L${i}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30 - count);
    expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({
      code: 'SAVED_REPLIES_FULL',
      params: { count: 30 },
    });
    expect(await list()).not.toContain('New saved reply');
  });
});

describe('the list', () => {
  const lines = async (query: string, who = admin) =>
    [
      ...(await who.get(`/admin/messages?${query}`, PAGE)).text.matchAll(
        /href="\/admin\/messages\/(\d+)"|action="\/api\/messages\/(\d+)"/g,
      ),
    ]
      .map(([, link, form]) => Number(link ?? form))
      .toSorted((a, b) => a - b);

  test('is searched by name, e-mail and text, by subject and by plan', async () => {
    const named = await write(server.visitor(), { name: 'Zoe_100%' });
    const mailed = await write(server.visitor(), { email: 'ZOE_100@mail.example' });
    const said = await write(server.visitor(), { message: 'Where is zoe_100 now?' });
    await write(server.visitor(), { name: 'ZoeX100' });
    expect(await lines('q=zoe_100')).toEqual([named, mailed, said]);
    expect(await lines('q=zoe_100%25')).toEqual([named]);
    const short = await admin.get('/admin/messages?q=z', PAGE);
    expect(textOf(short.text)).toContain('Type at least 2 characters.');

    const feedback = await write(server.visitor(), { subject: 'Feedback' });
    expect(await lines('subject=Feedback')).toEqual([feedback]);
    const annual = 'Tell me when the annual community plan is on sale.';
    const plans = [
      await write(server.visitor(), { message: annual }),
      await write(server.visitor(), { message: 'עדכנו אותי כשהמסלול השנתי של הקהילה ייפתח להרשמה. תודה' }),
    ];
    await write(server.visitor(), { message: 'Tell me when the monthly community plan is on sale.' });
    expect(await lines('plan=annual')).toEqual(plans);
    expect((await admin.get('/admin/messages?plan=x&subject=x&show=mine&q=%27', PAGE)).status).toBe(200);
  });

  test('says since when the oldest unread message waits', async () => {
    await server.sql`update contact_messages set created_at = '2026-01-02T08:30:00Z'
      where id = (select min(id) from contact_messages where read_at is null)`;
    expect(textOf((await admin.get('/admin/messages', PAGE)).text)).toMatch(/Oldest unread: 2 Jan 10:30/);
  });

  test('has those of its reader', async () => {
    const id = await write(trader);
    const assign = (to: string) => admin.post(`/api/messages/${id}/assign`, { to });
    expect((await assign(other.username)).status).toBe(200);
    expect([await lines('show=mine', other), await lines('show=mine')]).toEqual([[id], []]);
    for (const to of ['noa', 'nobody']) {
      const { status, json } = await assign(to);
      expect([status, json.error]).toEqual([422, 'Choose somebody of the staff.']);
    }
    expect(await lines('show=mine', other)).toEqual([id]);
    expect((await assign('')).status).toBe(200);
    expect(await lines('show=mine', other)).toEqual([]);
    expect(await server.sql`select from audit where action = 'message_assign'`).toHaveLength(2);
  });

  test('marks up to 50 done at once, as chosen or all of a page', async () => {
    const ids = [await write(trader), await write(trader), await write(trader)];
    const [first, second, third] = ids as [number, number, number];
    await admin.form('/api/messages/done', { ids: String(first), next: '/admin/messages?show=unread' });
    expect((await stateOf(first))!.done).toBe(true);
    const page = await admin.form('/api/messages/done', {
      page: `${first},${second}`,
      next: '/admin/messages',
    });
    expect(page.headers.get('location')).toBe('/admin/messages');
    expect(textOf((await admin.get('/admin/messages', PAGE)).text)).toContain('1 message is done.');
    expect((await admin.post('/api/messages/done', { ids: [third, second] })).json.done).toBe(1);
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { page: '' }, { ids: Array(51).fill(1) }])
      expect((await admin.post('/api/messages/done', body)).status).toBe(422);
    const [log] =
      await server.sql`select after from audit where action = 'messages_done' order by id desc limit 1`;
    expect(log!.after).toEqual({ count: 1 });
  });
});

test('a person’s data has the answers; a deleted account leaves neither text nor answer', async () => {
  const leaver = await server.register('leaver');
  const id = await write(leaver, { message: 'My words' });
  await reply(admin, id, { text: 'Our words' });
  await smtp.next();
  const file = await leaver.post('/api/account/export', {});
  expect((file.json as { contact_replies: { text: string }[] }).contact_replies).toMatchObject([
    { text: 'Our words' },
  ]);
  expect(JSON.stringify(file.json)).not.toContain('admin_id');

  await server.sql`update users set leaves_at = now() - interval '1 hour' where id = ${leaver.userId}`;
  await server.services.leaving.carryOut();
  expect(await replies(id)).toHaveLength(0);
  const html = await pageOf(id);
  expect(html).not.toContain('My words');
  expect(html).not.toContain(`/api/messages/${id}/reply`);
  expect((await reply(admin, id, { text: 'Hello?' })).status).toBe(404);
});

// the last test, because it ends all sessions
test('spam waits for nobody, and is deleted after 30 days with what was answered', async () => {
  const id = await write(server.visitor(), { message: 'Buy pills' });
  const waiting = async () =>
    Number(/(\d+) unread message/.exec(textOf((await admin.get('/admin', PAGE)).text))?.[1] ?? 0);
  const unanswered = await waiting();
  const mark = (spam: boolean) => admin.post(`/api/messages/${id}/spam`, { spam: String(spam) });
  expect((await mark(true)).status).toBe(200);
  expect(await waiting()).toBe(unanswered - 1);
  expect((await admin.get('/admin/messages?q=pills', PAGE)).text).not.toContain('Buy pills');
  expect((await admin.get('/admin/messages?show=spam', PAGE)).text).toContain('Buy pills');
  await mark(false);
  expect(await waiting()).toBe(unanswered);
  await mark(true);
  const exists = async () => (await server.sql`select from contact_messages where id = ${id}`).length === 1;
  const began = now;
  now = began + 30 * DAY_MS - 60_000;
  await server.services.tidy();
  expect(await exists()).toBe(true);
  now = began + 30 * DAY_MS + 60_000;
  await server.services.tidy();
  expect(await exists()).toBe(false);
});
