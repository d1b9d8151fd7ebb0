/** The two contact forms, from the post to the admins' list and the mail. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { nameInSentence } from '#core/locale/sentence.ts';
import type { Client } from '../helpers/client.ts';
import { type FakeSmtp, fakeSmtp } from '../helpers/fake-smtp.ts';
import { strayFields } from '../helpers/form-fields.ts';
import { freePort } from '../helpers/port.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let smtp: FakeSmtp;
let server: TestServer;
let admin: Client;
let trader: Client;
beforeAll(async () => {
  smtp = fakeSmtp();
  server = await startServer({ env: { SMTP_URL: smtp.url, CONTACT_EMAIL: 'house@paperpit.example' } });
  admin = await server.admin();
  trader = await server.register('noa');
});
afterAll(async () => {
  await server?.stop();
  smtp?.stop();
});

const CALL = {
  name: 'Noa Bareket',
  email: 'noa@mail.example',
  phone: '050-000-0000',
  subject: 'Feedback',
  message: 'The chart is good.\nMore themes, please.',
};
const FORM = {
  firstName: 'Noa',
  lastName: 'Bareket',
  email: 'noa@mail.example',
  phone: '050-000-0000',
  subject: 'Question',
  message: 'How?',
};
const SENTENCES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Invalid email address',
  phone: 'Phone number is required',
  subject: 'Please select a subject',
  message: 'Message is required',
};

const stored = async () => {
  const [{ count } = { count: -1 }] = await server.sql<{ count: number }[]>`
    select count(*)::int as count from contact_messages`;
  return count;
};
const newest = async () => {
  const [row] = await server.sql<Record<string, unknown>[]>`
    select purpose, user_id, name, email, phone, subject, message from contact_messages order by id desc limit 1`;
  return row;
};
/** Posts a form and returns the page it redirects to. */
async function after(client: Client, path: string, fields: Record<string, string>, from: string) {
  const answer = await client.form(path, fields, { referer: server.url + from });
  expect(answer.status).toBe(303);
  const to = answer.headers.get('location')!;
  return { to, html: (await client.get(to, { accept: 'text/html' })).text };
}
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('what is taken', () => {
  test('a member’s call is stored under its session and mailed', async () => {
    const answer = await trader.post('/api/contact', { ...CALL, userId: 999_999 });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      title: 'Message Sent',
      message: "We'll get back to you as soon as possible.",
    });
    expect(await newest()).toEqual({ ...CALL, purpose: 'member', user_id: trader.userId });

    const { from, to, mail } = await smtp.next();
    expect({ from, to }).toEqual({ from: 'house@paperpit.example', to: ['house@paperpit.example'] });
    expect(mail.subject).toBe('[Paperpit] Feedback');
    expect(mail.replyTo).toEqual([{ name: 'Noa Bareket', address: 'noa@mail.example' }]);
    expect(mail.text?.trim()).toBe(
      'The chart is good.\nMore themes, please.\n\nNoa Bareket\nnoa@mail.example\n050-000-0000',
    );
  });

  test('a visitor’s public call needs no account', async () => {
    const answer = await server.visitor().post('/api/contact', { ...CALL, purpose: 'public' });
    expect(answer.status).toBe(200);
    expect(await newest()).toEqual({ ...CALL, purpose: 'public', user_id: null });
    await smtp.next();
  });

  test('the member form does', async () => {
    const storedBefore = await stored();
    const answer = await server.visitor().post('/api/contact', { ...CALL, userId: null });
    expect([answer.status, answer.json.code]).toEqual([401, 'SIGNED_OUT']);
    expect(await stored()).toBe(storedBefore);
  });

  test('names go joined by a space; Hebrew and quotes arrive as they were', async () => {
    const names = { firstName: ' נועה "הזריזה" ', lastName: 'ברקת <x@y.example>, ' };
    const { to } = await after(trader, '/api/contact', { ...FORM, ...names, next: '/contact' }, '/contact');
    expect(to).toBe('/contact');
    const name = 'נועה "הזריזה" ברקת <x@y.example>,';
    expect((await newest())?.name).toBe(name);
    const { mail } = await smtp.next();
    expect(mail.replyTo).toEqual([{ name, address: FORM.email }]);
    expect(mail.text).toContain(name);
  });

  test.each(['/contact', '/public-contact'])(
    '%s: a form that is sent twice is stored and mailed once, and another message from it too',
    async (path) => {
      const isMember = path === '/contact';
      const sender = isMember ? await server.register('sends-twice') : server.visitor();
      const { text: html } = await sender.get(path, { accept: 'text/html' });
      const intent = /name="intent" value="([^"]+)"/.exec(html)?.[1] ?? '';
      const purpose: Record<string, string> = isMember ? {} : { purpose: 'public' };
      const send = (message: string) =>
        sender.form('/api/contact', { ...FORM, ...purpose, message, intent, next: path });
      const storedBefore = await stored();
      const messages = ['How much?', 'How?'];
      for (const message of messages) {
        const answers = await Promise.all([send(message), send(message)]);
        expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
          [303, path],
          [303, path],
        ]);
      }
      expect(await stored()).toBe(storedBefore + 2);
      const mails = [await smtp.next(), await smtp.next()];
      expect(mails.map(({ mail }) => mail.text?.split('\n')[0]).toSorted()).toEqual(messages);
    },
  );
});

test('the language switch is a button of the form, and what was typed comes back in the other language', async () => {
  const visitor = server.visitor();
  for (const [who, path] of [
    [visitor, '/public-contact'],
    [trader, '/contact'],
  ] as const) {
    const form = await who.get(path, { accept: 'text/html' });
    const buttons = [...form.text.matchAll(/<button[^>]*formaction="\/api\/language"[^>]*>/gi)].map(
      ([tag]) => tag,
    );
    expect(buttons.map((tag) => tag.includes('form="contact-form"'))).toEqual([true, true]);
    expect(await strayFields(form.text)).toEqual([]);
    const typed = { ...FORM, subject: 'Other', message: 'שורה\nשנייה' };
    const { to, html } = await after(who, '/api/language', { ...typed, next: path, language: 'he' }, path);
    expect(to).toBe(path);
    expect(html).toContain('<html lang="he"');
    for (const value of [typed.firstName, typed.lastName, typed.email, typed.phone])
      expect(html).toContain(`value="${value}"`);
    expect(html).toContain('>שורה\nשנייה</textarea>');
    expect(html).toMatch(/<input[^>]*checked[^>]*value="Other"|<input[^>]*value="Other"[^>]*checked/);
    // once
    expect((await who.get(path, { accept: 'text/html' })).text).not.toContain('שורה');
    await who.post('/api/language', { language: 'en' });
  }
});

describe('what is refused changes nothing', () => {
  test.each(Object.entries(SENTENCES))('%s missing or blank: its own sentence', async (field, sentence) => {
    const storedBefore = await stored();
    for (const value of [undefined, '', '   ', 7, null]) {
      const { status, json } = await trader.post('/api/contact', { ...FORM, [field]: value });
      expect([status, json.code, json.error, json.message]).toEqual([422, 'INVALID', sentence, sentence]);
      expect((json.issues as object[])[0]).toEqual({ path: field, code: field, message: sentence });
    }
    expect(await stored()).toBe(storedBefore);
  });

  test.each([
    'noa',
    'noa@',
    '@mail.example',
    'a b@mail.example',
    'noa@mail',
    `${'n'.repeat(250)}@mail.example`,
  ])('no address: %s', async (email) => {
    const { status, json } = await trader.post('/api/contact', { ...CALL, email });
    expect([status, json.error]).toEqual([422, 'Invalid email address']);
  });

  test('everything wrong at once: one issue a field', async () => {
    const { json } = await trader.post('/api/contact', {});
    expect(json.issues).toEqual(
      Object.entries(SENTENCES).map(([path, message]) => ({ path, code: path, message })),
    );
  });

  test.each([
    ['name', 'Noa\r\nBcc: all@mail.example'],
    ['subject', 'Other\nBcc: all@mail.example'],
    ['phone', '050\r\nX: y'],
    ['email', 'noa@mail.example\r\nBcc: all@mail.example'],
    ['message', 'a\0b'],
  ])('a %s that could become another header', async (field, value) => {
    const storedBefore = await stored();
    const { status } = await trader.post('/api/contact', { ...CALL, [field]: value });
    expect(status).toBe(422);
    expect(await stored()).toBe(storedBefore);
  });

  test('too long', async () => {
    for (const [field, max] of [
      ['name', 201],
      ['phone', 40],
      ['subject', 100],
      ['message', 5000],
    ] as const) {
      const { status, json } = await trader.post('/api/contact', { ...CALL, [field]: 'x'.repeat(max + 1) });
      expect([status, json.error]).toEqual([422, `At most ${max} characters`]);
    }
  });

  test('the hidden field filled in: the machine is thanked, nothing is kept', async () => {
    const storedBefore = await stored();
    const { status, json } = await trader.post('/api/contact', { ...CALL, website: 'https://spam.example' });
    expect([status, json.title]).toEqual([200, 'Message Sent']);
    expect(await stored()).toBe(storedBefore);
  });
});

describe('without scripts', () => {
  test('a refused post comes back with each sentence beside its field and everything typed', async () => {
    // 3000 Hebrew letters that compress badly
    const letter = (i: number) => String.fromCharCode(0x5d0 + (((i * i * 7919 + i * 104_729) % 9_973) % 27));
    const long = Array.from({ length: 3000 }, (_, i) => (i % 6 === 5 ? ' ' : letter(i))).join('');
    const typed = { ...FORM, email: 'noa@mail', phone: ' ', message: long, subject: 'Technical Issue' };
    const { to, html } = await after(trader, '/api/contact', { ...typed, next: '/contact' }, '/contact');
    expect(to).toBe('/contact');
    expect(html).toMatch(/id="email"[^>]*aria-invalid="true" aria-describedby="issue-email"/);
    expect(text(/<p id="issue-email".*?<\/p>/.exec(html)![0])).toContain('Invalid email address');
    expect(text(/<p id="issue-phone".*?<\/p>/.exec(html)![0])).toContain('Phone number is required');
    expect(html).not.toContain('issue-firstName');
    for (const value of ['Noa', 'Bareket', 'noa@mail']) expect(html).toContain(`value="${value}"`);
    expect(html).toMatch(/<input[^>]* checked="" value="Technical Issue"/);
    expect(html.includes(long.trim())).toBe(true);

    const again = await trader.get('/contact', { accept: 'text/html' });
    expect(again.text).not.toContain('issue-');
    expect(again.text).toMatch(/<input[^>]* checked="" value="General Inquiry"/);
  });

  test('a visitor’s post is thanked on the page it was on', async () => {
    const visitor = server.visitor();
    const fields = { ...FORM, subject: 'Feedback', purpose: 'public', next: '/public-contact' };
    const { to, html } = await after(visitor, '/api/contact', fields, '/public-contact');
    expect(to).toBe('/public-contact');
    expect(text(html)).toContain('Message Sent');
    expect(html).toContain('We&#x27;ll get back to you as soon as possible.');
    expect(html).toMatch(/<html lang="en" dir="ltr">/);
    await smtp.next();
  });

  test.each(['/contact', '/public-contact'])(
    '%s follows its reader’s language, and switches',
    async (path) => {
      const reader = path === '/contact' ? trader : server.visitor();
      const page = async () => {
        const { text: html } = await reader.get(path, { accept: 'text/html' });
        return { html, said: text(html) };
      };
      const isPublic = path === '/public-contact';
      const english = await page();
      expect(english.html).toMatch(/<html lang="en" dir="ltr">/);
      for (const sentence of [
        ...['First name', 'Last name', 'General Inquiry', 'Technical Issue', 'Other', 'Send Message'],
        ...['Contact Information', isPublic ? 'Feedback' : 'Question'],
        ...(isPublic ? ['Say something to start a live chat!', 'Back'] : []),
      ])
        expect(english.said).toContain(sentence);

      const { status, headers } = await reader.form('/api/language', { language: 'he', next: path });
      expect([status, headers.get('location')]).toEqual([303, path]);
      const hebrew = await page();
      await reader.form('/api/language', { language: 'en', next: path });
      expect(hebrew.html).toMatch(/<html lang="he" dir="rtl">/);
      for (const sentence of [
        ...['שם פרטי', 'שם משפחה', 'אימייל', 'טלפון', 'פנייה כללית', 'בעיה טכנית', 'אחר', 'הודעה', 'שליחה'],
        ...['פרטי התקשרות', isPublic ? 'משוב' : 'שאלה'],
      ])
        expect(hebrew.said).toContain(sentence);
      // the sent, stored and mailed value is the same in both languages
      expect(hebrew.html).toContain('value="General Inquiry"');
    },
  );

  test('the members’ form is for members', async () => {
    expect((await server.visitor().get('/contact')).headers.get('location')).toBe('/auth?next=%2Fcontact');
  });
});

describe('mail that cannot be sent', () => {
  test.each(['away', 'refusing'])('the mail server is %s: stored, thanked, logged', async (how) => {
    const refusing = how === 'refusing' ? fakeSmtp({ refuse: true }) : null;
    const url = refusing?.url ?? `smtp://127.0.0.1:${await freePort()}`;
    const other = await startServer({ env: { SMTP_URL: url, CONTACT_EMAIL: 'house@paperpit.example' } });
    try {
      const logged = Promise.withResolvers<unknown[]>();
      spyOn(other.services.log, 'error').mockImplementation(((...said: unknown[]) =>
        logged.resolve(said)) as never);
      const answer = await other.visitor().post('/api/contact', { ...CALL, purpose: 'public' });
      expect([answer.status, answer.json.title]).toEqual([200, 'Message Sent']);
      const rows = await other.sql`select id from contact_messages`;
      expect(rows).toHaveLength(1);
      const [about, sentence] = await logged.promise;
      expect(sentence).toBe('a contact message could not be mailed');
      expect(about).toMatchObject({ message: rows[0]!.id });
      expect(JSON.stringify(about)).not.toContain(CALL.message);
    } finally {
      await other.stop();
      refusing?.stop();
    }
  });

  test('the database away: the form says so in the fixed words', async () => {
    const insert = spyOn(server.services.contact, 'take').mockRejectedValue(new Error('gone'));
    try {
      const answer = await trader.post('/api/contact', CALL);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('gone');
      const { html } = await after(trader, '/api/contact', { ...FORM, next: '/contact' }, '/contact');
      expect(text(html)).toContain('Failed to send message. Please try again.');
      expect(html).toContain('value="Bareket"');
    } finally {
      insert.mockRestore();
    }
  });
});

/** Returns the number of unread messages on the desk. */
async function unreadOnDesk(): Promise<number> {
  const { text: html } = await admin.get('/admin');
  return Number(/(\d+) unread/.exec(text(html.slice(html.indexOf('<main'))))![1]);
}

describe('/admin/messages', () => {
  const rowId = async () => {
    const [row] = await server.sql<{ id: number }[]>`select max(id) as id from contact_messages`;
    return row!.id;
  };

  test('is for admins', async () => {
    expect((await trader.get('/admin/messages', { accept: 'text/html' })).status).toBe(403);
    expect((await trader.get(`/admin/messages/${await rowId()}`, { accept: 'text/html' })).status).toBe(403);
    const to = (await server.visitor().get('/admin/messages')).headers.get('location');
    expect(to).toBe('/auth?next=%2Fadmin%2Fmessages');
    const refused = await trader.post(`/api/messages/${await rowId()}`, { state: 'done' });
    expect(refused.status).toBe(403);
  });

  test('unread, read, done and back, by forms; the desk tells how many wait', async () => {
    await server.visitor().post('/api/contact', { ...CALL, subject: '<b>bold</b>', purpose: 'public' });
    await smtp.next();
    const id = await rowId();
    const list = (await admin.get('/admin/messages')).text;
    expect(list).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(list).toContain(`action="/api/messages/${id}"`);
    const waiting = await unreadOnDesk();

    const mark = (state: string) =>
      after(admin, `/api/messages/${id}`, { state, next: `/admin/messages/${id}` }, '/admin/messages');
    const opened = await mark('read');
    expect(opened.to).toBe(`/admin/messages/${id}`);
    for (const said of [CALL.name, CALL.phone, CALL.email, 'More themes, please.', 'Mark done'])
      expect(opened.html).toContain(said);
    const unread = await unreadOnDesk();
    expect(unread).toBe(waiting - 1);
    expect(text((await mark('done')).html)).toContain(`Done by ${nameInSentence(admin.username)}`);
    expect((await admin.get('/admin/messages?show=done')).text).toContain(`/admin/messages/${id}"`);
    expect(text((await mark('read')).html)).not.toContain('Done by');
    expect((await admin.get('/admin/messages?show=done')).text).not.toContain(`/admin/messages/${id}"`);
    await mark('unread');
    expect((await admin.get('/admin/messages?show=unread')).text).toContain(`action="/api/messages/${id}"`);
  });

  test('looking changes nothing', async () => {
    const id = await rowId();
    await admin.get(`/admin/messages/${id}`);
    expect((await admin.get('/admin/messages?show=unread')).text).toContain(`action="/api/messages/${id}"`);
  });

  test('bad input', async () => {
    expect((await admin.post('/api/messages/999999', { state: 'done' })).status).toBe(404);
    expect((await admin.post('/api/messages/0', { state: 'done' })).status).toBe(422);
    expect((await admin.post(`/api/messages/${await rowId()}`, { state: 'gone' })).status).toBe(422);
    expect((await admin.get('/admin/messages/999999', { accept: 'text/html' })).status).toBe(404);
    expect((await admin.get('/admin/messages/x', { accept: 'text/html' })).status).toBe(404);
    expect((await admin.get('/admin/messages?show=x&page=-1')).status).toBe(200);
  });

  test('50 on a page, newest first', async () => {
    await server.sql`
      insert into contact_messages (purpose, name, email, phone, subject, message)
      select 'public', 'Sender ' || n, 'a@b.example', '1', 'Many', 'm' from generate_series(1, 110) n`;
    const names = (html: string) => [...html.matchAll(/>Sender (\d+)</g)].map(([, n]) => Number(n));
    const first = (await admin.get('/admin/messages')).text;
    expect(names(first)).toEqual(Array.from({ length: 50 }, (_, i) => 110 - i));
    const second = (await admin.get('/admin/messages?page=2')).text;
    expect(names(second)).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i));
    const far = await admin.get('/admin/messages?page=9999');
    expect(far.status).toBe(200);
    expect(names(far.text).at(-1)).toBe(1);
  });

  test('whoever turns the pages while messages come and go sees none twice and misses none', async () => {
    const senders = (html: string) => [...html.matchAll(/>Sender (\w+)</g)].map(([, n]) => n!);
    const turned = async (html: string, way: 'before' | 'after') => {
      const href = new RegExp(`href="([^"]*page=[^"]*${way}=\\d+)"`).exec(html)![1]!;
      return (await admin.get(href.replaceAll('&amp;', '&'))).text;
    };
    const first = (await admin.get('/admin/messages?show=unread')).text;
    // the first message of the page is read and leaves the list, and others arrive
    await server.sql`update contact_messages set read_at = now() where name = 'Sender 110'`;
    await server.sql`
      insert into contact_messages (purpose, name, email, phone, subject, message)
      select 'public', 'Sender new' || n, 'a@b.example', '1', 'Many', 'm' from generate_series(1, 30) n`;
    const second = await turned(first, 'before');
    const third = await turned(second, 'before');
    const all = [first, second, third].flatMap(senders);
    expect(all.slice(0, 110)).toEqual(Array.from({ length: 110 }, (_, i) => String(110 - i)));
    expect(senders(await turned(third, 'after'))).toEqual(senders(second));
  });
});
