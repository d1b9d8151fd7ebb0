/** Announcements by mail, read from a stand-in mail server: one for each person who chose them, until the person unsubscribes. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNotificationMail } from '#services/account/notification-mail.ts';
import type { Client } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { textOf } from '../helpers/draw.tsx';
import { type FakeSmtp, fakeSmtp } from '../helpers/fake-smtp.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const PAGE = { accept: 'text/html' };
let smtp: FakeSmtp;
let database: TestDatabase;
let servers: TestServer[];
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  smtp = fakeSmtp();
  database = await testDatabase();
  servers = [];
  const env = {
    SMTP_URL: smtp.url,
    CONTACT_EMAIL: 'house@paperpit.example',
    PUBLIC_URL: 'http://paper.example',
  };
  for (let n = 0; n < 3; n++) servers.push(await startServer({ env, database: database.url }));
  server = servers[0]!;
  admin = await server.admin();
  // the tests themselves send
  for (const { services } of servers) await services.notificationMail.stop();
});
afterAll(async () => {
  for (const each of servers ?? []) await each.stop();
  await database?.drop();
  smtp?.stop();
});

/** Registers a trader with a confirmed address. @param mail the kinds that are mailed */
async function reader(name: string, mail: readonly string[] = ['announcement']): Promise<Client> {
  const client = await server.register(name);
  await server.sql`update users set email = ${`${name}@mail.example`} where id = ${client.userId}`;
  const site = ['announcement', 'season'];
  expect((await client.post('/api/notifications/channels', { site, mail })).status).toBe(200);
  return client;
}
/** Sends the due mails in three processes at once. */
const sendAll = () => Promise.all(servers.map(({ services }) => services.notificationMail.send()));
const due = async () => (await server.sql`select from notifications where mail_due_at is not null`).length;
const record = async (title: string) =>
  expect((await admin.post('/api/recordings', { title, url: 'https://video.example/1' })).status).toBe(201);

test('a planned start is one mail a person, from three processes, to those who chose it', async () => {
  await reader('first');
  const hebrew = await reader('second');
  await server.sql`update users set locale = 'he' where id = ${hebrew.userId}`;
  await reader('chose-no-mail', []);
  const nowhere = await server.register('no-address');
  await nowhere.post('/api/notifications/channels', { site: [], mail: ['announcement'] });
  const never = await server.register('never-chose');
  await server.sql`update users set email = 'never-chose@mail.example' where id = ${never.userId}`;
  await server.sql`update competition set starts_at = now() + interval '1 second'`;
  await until(async () => (await due()) === 2);
  await sendAll();
  await sendAll();
  expect(await due()).toBe(0);
  const mails = [await smtp.next(), await smtp.next()];
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['first@mail.example', 'second@mail.example']);
  const to = (address: string) => mails.find((mail) => mail.to.includes(address))!.mail;
  const english = to('first@mail.example');
  expect(english.subject).toBe('Season 1 is open.');
  expect(english.text).toContain('Everybody starts with the same cash.');
  expect(english.text).toContain('http://paper.example/competitions');
  expect(english.html).toContain('<html lang="en" dir="ltr">');
  expect(english.html).toContain('>Everybody starts with the same cash. Good luck!</div>');
  expect(english.html).toContain('href="http://paper.example/competitions">Open at Paperpit</a>');
  const inHebrew = to('second@mail.example');
  expect(inHebrew.html).toContain('<html lang="he" dir="rtl">');
  expect(inHebrew.html).toContain('<div lang="he" dir="rtl"');
  expect(inHebrew.html).toContain('>עונה 1 נפתחה.</h1>');
  expect(inHebrew.text).toContain('כולם מתחילים עם אותו סכום. בהצלחה!');
});

test('a mail program ends the mails at one request without a cookie; opening the address changes nothing', async () => {
  const person = await reader('had-enough');
  await record('Week 1');
  await sendAll();
  const mails = [await smtp.next(), await smtp.next(), await smtp.next()];
  const { headers } = mails.find(({ to }) => to.includes('had-enough@mail.example'))!.mail;
  const header = (name: string) => headers.find(({ key }) => key === name)!.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, path] = /^<http:\/\/paper\.example(\/api\/unsubscribe\/[\w-]+)>$/.exec(
    header('list-unsubscribe'),
  )!;
  const isMailed = async () => {
    const [{ mailed }] = await server.sql<[{ mailed: boolean }]>`
      select (notification_channels->'announcement'->>'mail')::boolean as mailed from users where id = ${person.userId}`;
    return mailed;
  };
  const opened = await fetch(server.url + path, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/settings/notifications']);
  expect(await isMailed()).toBe(true);
  await record('Week 2');
  const fields = { 'List-Unsubscribe': 'One-Click' };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  // RFC 8058: a multipart form, or the usual one
  const press = (address: string, body: FormData | URLSearchParams) =>
    fetch(server.url + address, { method: 'POST', body });
  expect((await press(path!, multipart)).status).toBe(200);
  expect(await isMailed()).toBe(false);
  // nor is the mail sent that was already due
  await sendAll();
  expect([(await smtp.next()).to, (await smtp.next()).to].flat().toSorted()).toEqual([
    'first@mail.example',
    'second@mail.example',
  ]);
  expect(await due()).toBe(0);
  expect((await press(path!, new URLSearchParams(fields))).status).toBe(200);
  expect((await press(`${path!}1`, multipart)).status).toBe(404);
  // the site still shows them
  const [{ count }] = await server.sql<[{ count: number }]>`
    select count(*)::integer as count from notifications where user_id = ${person.userId}`;
  expect(count).toBe(2);
});

test('the end of a season is one mail: of the place where that is mailed, else of the announcement', async () => {
  await server.sql`update users set email = null`;
  await reader('both-kinds', ['announcement', 'season']);
  await reader('news-alone');
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  expect(await due()).toBe(2);
  await sendAll();
  const mails = [await smtp.next(), await smtp.next()];
  const text = (name: string) => mails.find(({ to }) => to.includes(`${name}@mail.example`))!.mail.text;
  expect(text('both-kinds')).toContain('You made no trades in it.');
  expect(text('news-alone')).toContain('The table is final.');
});

test('a mail that is refused for a day is given up, and stands on the desk', async () => {
  await server.sql`update users set email = null`;
  await reader('refuses');
  await record('Week 3');
  const refusing = createNotificationMail({
    ...server.services,
    mail: { isOn: true, deliver: () => Promise.reject(new Error('no mailbox')) },
  });
  await refusing.send();
  expect(await due()).toBe(1);
  await server.sql`update notifications set mail_due_at = now(), at = now() - interval '25 hours' where mail_due_at is not null`;
  await sendAll();
  expect(await due()).toBe(0);
  expect(textOf((await admin.get('/admin', PAGE)).text)).toContain('1 announcement did not get through');
  expect(textOf((await admin.get('/admin/announcements', PAGE)).text)).toContain(
    '1 mail was refused for a day',
  );
});

test('mails are sent ten a second at most', async () => {
  await server.sql`update users set email = null`;
  for (let n = 0; n < 5; n++) await reader(`paced-${n}`);
  await record('Week 4');
  const began = performance.now();
  await sendAll();
  for (let n = 0; n < 5; n++) await smtp.next();
  expect(performance.now() - began).toBeGreaterThan(490);
});

test('one run at a time sends in a process, and a stop waits for its letter and ends it', async () => {
  await server.sql`update users set email = null`;
  await reader('stopped');
  await record('Week 5');
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  let calls = 0;
  const deliver = () => {
    calls++;
    return isTaken;
  };
  const mails = createNotificationMail({ ...server.services, mail: { isOn: true, deliver } });
  const first = mails.send();
  await until(() => calls === 1);
  await record('Week 6');
  const second = mails.send();
  const stopped = mails.stop();
  take();
  await Promise.all([first, second, stopped]);
  expect([calls, await due()]).toEqual([1, 1]);
});
