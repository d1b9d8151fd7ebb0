/** Notifications by mail: each is sent once, whichever process sends it, to a stand-in mail server. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { insertNotifications } from '#db/queries/account/notifications.ts';
import { createNotificationMail } from '#services/account/notification-mail.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type FakeSmtp, fakeSmtp } from '../helpers/fake-smtp.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const PAGE = { accept: 'text/html' };
let smtp: FakeSmtp;
let server: TestServer;
beforeAll(async () => {
  smtp = fakeSmtp();
  server = await startServer({
    env: {
      SMTP_URL: smtp.url,
      CONTACT_EMAIL: 'house@paperpit.example',
      PUBLIC_URL: 'http://paper.example',
      RATE_LIMIT: 'off',
    },
  });
  // the tests send by themselves
  await server.services.notificationMail.stop();
});
afterAll(async () => {
  await server?.stop();
  smtp?.stop();
});

/** Registers a trader with a confirmed address who, by default, wants reports by mail. */
async function reader(
  name: string,
  choice: Record<'site' | 'mail', string[]> = { site: ['report'], mail: ['report'] },
): Promise<Client> {
  const client = await server.register(name);
  await server.sql`update users set email = ${`${name}@mail.example`} where id = ${client.userId}`;
  expect((await client.post('/api/notifications/channels', choice)).status).toBe(200);
  return client;
}
const tell = ({ userId }: Client) => server.sql`
  insert into notifications (user_id, topic, title, message, at, mail_due_at)
  values (${userId}, 'report', '{"key":"reports:title"}', '{"key":"reports:looked"}', now(), now())`;
const due = async () => (await server.sql`select from notifications where mail_due_at is not null`).length;

test('three processes send each notification once, all of a person in one mail', async () => {
  const [first, second] = [await reader('one-mail'), await reader('many-mails')];
  await tell(first);
  for (let n = 0; n < 3; n++) await tell(second);
  const senders = [1, 2, 3].map(() => createNotificationMail(server.services));
  await Promise.all(senders.map(({ send }) => send()));
  const mails = [await smtp.next(), await smtp.next()];
  const to = (address: string) => mails.find((mail) => mail.to.includes(address))!;
  expect(to('one-mail@mail.example').mail.subject).toBe('Reports');
  const { subject, text } = to('many-mails@mail.example').mail;
  expect(subject).toBe('3 notifications from Paperpit');
  expect(text!.split('We looked at your report.')).toHaveLength(4);
  expect(text).toContain('http://paper.example/settings/notifications');
  expect(await due()).toBe(0);
  await senders[0]!.send();
  // a third copy would come before the mail for this notification
  await tell(first);
  await senders[1]!.send();
  expect((await smtp.next()).to).toEqual(['one-mail@mail.example']);
});

test('a prize is mailed to a confirmed address without a choice, and not against one', async () => {
  const [winner, silent] = [await server.register('no-choice'), await reader('no-prizes')];
  await server.sql`update users set email = 'no-choice@mail.example' where id = ${winner.userId}`;
  const params = { number: 1, amount: '₪50' };
  const rows = [winner, silent].map(({ userId }) => ({
    userId,
    topic: 'prize' as const,
    title: { key: 'prizes:offeredTitle', params },
    message: { key: 'prizes:offeredText', params },
    at: new Date(),
  }));
  await insertNotifications(server.sql, rows);
  await server.services.notificationMail.send();
  const { to, mail } = await smtp.next();
  expect([to, mail.subject]).toEqual([['no-choice@mail.example'], 'You won ₪50']);
  expect(await due()).toBe(0);
});

test('a kind that is switched off is not mailed any more, and another one is', async () => {
  const client = await reader('changes-mind', { site: [], mail: ['report', 'league'] });
  await tell(client);
  await server.sql`insert into notifications (user_id, topic, title, message, at, mail_due_at)
    values (${client.userId}, 'league', '{"key":"leagues:title"}', '{"key":"reports:looked"}', now(), now())`;
  await client.post('/api/notifications/channels', { site: [], mail: ['league'] });
  expect(await due()).toBe(1);
  await createNotificationMail(server.services).send();
  expect((await smtp.next()).to).toEqual(['changes-mind@mail.example']);
  expect(await due()).toBe(0);
});

test('a process that is killed before it sends leaves the mail to another one', async () => {
  const trader = await reader('survives');
  await tell(trader);
  // claimed by a process that has died
  await server.sql`update notifications set mail_due_at = now() + interval '5 minutes' where mail_due_at is not null`;
  await server.services.notificationMail.send();
  expect(await due()).toBe(1);
  await server.sql`update notifications set mail_due_at = now() where mail_due_at is not null`;
  await server.services.notificationMail.send();
  expect((await smtp.next()).to).toEqual(['survives@mail.example']);
  expect(await due()).toBe(0);
});

test('a process that stops in the middle of a batch leaves the rest to another one at once', async () => {
  const names = ['stop-first', 'stop-second'];
  for (const name of names) await tell(await reader(name));
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  const delivered: (string | null)[] = [];
  const stopping = createNotificationMail({
    ...server.services,
    mail: {
      isOn: true,
      deliver({ email }) {
        delivered.push(email);
        return isTaken;
      },
    },
  });
  const sent = stopping.send();
  await until(() => delivered.length === 1);
  const stopped = stopping.stop();
  take();
  await Promise.all([sent, stopped]);
  // as if the claim of the second mail had expired
  await server.sql`update notifications set mail_due_at = now() where mail_due_at is not null`;
  await createNotificationMail(server.services).send();
  expect(await due()).toBe(0);
  const addresses = names.map((name) => `${name}@mail.example`);
  expect((await smtp.next()).to).toEqual(addresses.filter((address) => address !== delivered[0]));
});

test('a refused mail is due again, and given up after a day', async () => {
  const trader = await reader('refused');
  await tell(trader);
  const refusing = createNotificationMail({
    ...server.services,
    mail: { isOn: true, deliver: () => Promise.reject(new Error('no mailbox')) },
  });
  await refusing.send();
  expect(await due()).toBe(1);
  await server.sql`update notifications set mail_due_at = now(), at = now() - interval '25 hours' where mail_due_at is not null`;
  await server.services.notificationMail.send();
  expect(await due()).toBe(0);
});

test('the decision to mail is stored with what it is about, in the language of the account', async () => {
  const hebrew = await reader('hebrew-mail', { site: [], mail: ['report'] });
  await server.sql`update users set locale = 'he' where id = ${hebrew.userId}`;
  const [silent, none] = [
    await reader('silent', { site: ['report'], mail: [] }),
    await server.register('target'),
  ];
  const admin = await server.admin();
  for (const client of [hebrew, silent])
    await client.post('/api/reports', { username: 'target', reason: 'cheating', message: 'Two of them' });
  expect(
    (await admin.post('/api/measures', { username: 'target', action: 'warn', reason: 'Stop' })).status,
  ).toBe(200);
  expect(await due()).toBe(1);
  await server.services.notificationMail.send();
  const { to, mail } = await smtp.next();
  expect(to).toEqual(['hebrew-mail@mail.example']);
  expect(mail.text).toContain('שלום');
  // by mail only: neither in the bell's count nor on the page
  const page = textOf((await hebrew.get('/notifications', PAGE)).text);
  expect(page).not.toContain('בדקנו');
  expect(none.userId).toBeGreaterThan(0);
});

test('the settings have a column for mail, which needs a confirmed address', async () => {
  const trader = await reader('has-address');
  const html = (await trader.get('/settings/notifications', PAGE)).text;
  expect(textOf(html)).toContain('By mail');
  expect(html.match(/<input type="checkbox"/g)).toHaveLength(20);
  const without = await server.register('no-address');
  expect(textOf((await without.get('/settings/notifications', PAGE)).text)).toContain(
    'Mail goes to a confirmed address only.',
  );
});
