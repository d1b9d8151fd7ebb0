/**
 * A season of one day from its plan to its winners, in browsers: an admin, an English trader on a desktop and a Hebrew one on a phone. Each
 * automatic announcement appears once on the site in both languages, in Discord and in both mailboxes.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AUTOMATIC_KINDS, type AutomaticKind } from '#core/announcements/announcements.ts';
import type { Locale } from '#core/locale/locale.ts';
import { barriers, searchEach } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { say } from '../helpers/english.ts';
import { type FakeSmtp, fakeSmtp, type TakenMail } from '../helpers/fake-smtp.ts';
import { type FakeWebhook, fakeWebhook } from '../helpers/fake-webhook.ts';
import { type HeldMarket, heldMarket, withBars } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const HOUR = 3_600_000;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
/** Longer than the server caches the reader, ms. */
const SOON_MS = 2_000;

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let smtp: FakeSmtp;
let webhook: FakeWebhook;
/** Noon in Jerusalem on a spring day of next year, as ms ahead of the machine's clock. */
let ahead = Date.UTC(new Date().getUTCFullYear() + 1, 2, 2, 10) - Date.now();
const now = () => Date.now() + ahead;

type Reader = { client: Client; page: TestPage; lang: Locale; address: string };
let desk: TestPage;
let readers: Reader[];
const kindsSoFar: AutomaticKind[] = [];

async function openAs(client: Client, options: object, lang: Locale): Promise<TestPage> {
  const page = await browser.open({ ...options, reducedMotion: 'reduce' });
  await searchEach(page);
  await signIn(page, client);
  await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
  return page;
}

/** Registers a trader with a confirmed address, and chooses Season news by mail in the form of the settings. */
async function readerOf(name: string, lang: Locale, options: object): Promise<Reader> {
  const client = await server.register(name);
  const address = `${name}@mail.example`;
  await server.sql`update users set email = ${address}, locale = ${lang} where id = ${client.userId}`;
  const page = await openAs(client, options, lang);
  await page.goto(`${server.url}/settings/notifications`);
  await page.locator('input[name=mail][value=announcement]').check();
  await page.getByRole('button', { name: say({ key: 'settings:channelsSave' }, lang) }).click();
  await page.waitForLoadState();
  expect(await page.locator('input[name=mail][value=announcement]').isChecked()).toBe(true);
  return { client, page, lang, address };
}

beforeAll(async () => {
  [smtp, webhook] = [fakeSmtp(), fakeWebhook()];
  market = withBars(heldMarket({ AAPL: '100.0000' }, now), 40, (price) => ({
    open: price,
    high: price + 1,
    low: price - 1,
    close: price,
    volume: 1000,
  }));
  const env = {
    SMTP_URL: smtp.url,
    CONTACT_EMAIL: 'house@paperpit.example',
    DISCORD_WEBHOOK_URL: webhook.url,
    MARKET_SEED: '',
  };
  [browser, server] = await Promise.all([launchBrowser(), startServer({ market, clock: { now }, env })]);
  const { reminders, notificationMail, discordPosts, seasons } = server.services;
  // the test itself runs the schedule and the senders
  reminders.stop();
  await notificationMail.stop();
  await discordPosts.stop();
  seasons.stop();
  desk = await openAs(await server.admin(), DESKTOP, 'en');
  readers = [await readerOf('ann', 'en', DESKTOP), await readerOf('dov', 'he', PHONE)];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  smtp?.stop();
  await webhook?.stop();
});

const words = (text: { key: string; params?: object }, lang: Locale) => say(text as never, lang);

/** Moves the clock to `ms` and runs the schedule. */
async function passTo(ms: number) {
  ahead += ms - now();
  await server.services.seasons.refresh();
  await server.services.seasons.keepSchedule();
  await server.services.reminders.remind();
}

/** Reads mails until each reader has one with this subject. */
async function mailsOf(title: { key: string; params?: object }): Promise<TakenMail[]> {
  const missing = new Map(readers.map(({ address, lang }) => [address, words(title, lang)]));
  const mails: TakenMail[] = [];
  while (missing.size > 0) {
    const taken = await smtp.next();
    const isAnnouncement = taken.mail.headers.some(({ key }) => key === 'list-unsubscribe');
    // the offer of a prize is mailed, too
    if (!isAnnouncement) continue;
    const [to] = taken.to as [string];
    expect([to, taken.mail.subject]).toEqual([to, missing.get(to)!]);
    missing.delete(to);
    mails.push(taken);
  }
  return mails;
}

/** Expects no barrier, no error in the console, and nothing wider than the window. */
async function isSound(page: TestPage) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const findings = { url: page.url(), barriers: await barriers(page), problems: page.problems };
  expect({ ...findings, wide: Math.max(0, wide) }).toEqual({
    ...findings,
    barriers: [],
    problems: [],
    wide: 0,
  });
}

/** Expects an announcement in Discord and in both mailboxes, and on the site where `site` finds it. */
async function seen(
  kind: AutomaticKind,
  title: { key: string; params?: object },
  site: (reader: Reader) => Promise<void> = (reader) => seenInBar(reader, title),
) {
  kindsSoFar.push(kind);
  await server.services.discordPosts.post();
  expect(webhook.posts).toHaveLength(kindsSoFar.length);
  const { title: heading, description } = webhook.posts.at(-1)!.embeds[0]!;
  expect(heading).toBe(words(title, 'en').replaceAll(/[#>-]/g, '\\$&'));
  expect(description).toContain(words(title, 'he'));
  await server.services.notificationMail.send();
  for (const { mail } of await mailsOf(title)) expect(mail.html).toContain('<html lang="');
  for (const reader of readers) await site(reader);
}

/** Expects the announcement in the bar above a page, in the reader's language, until it is closed. */
async function seenInBar({ page, lang }: Reader, title: { key: string; params?: object }) {
  ahead += SOON_MS;
  await page.goto(`${server.url}/help`);
  const bar = page.getByRole('form', { name: words(title, lang) });
  await bar.waitFor();
  await isSound(page);
  await bar.getByRole('button', { name: words({ key: 'common:close' }, lang) }).click();
  await bar.waitFor({ state: 'detached' });
}

const fillsOf = async ({ userId }: Client): Promise<number> =>
  (await server.sql`select from fills where user_id = ${userId!}`).length;

const press = (name: string | RegExp) => desk.getByRole('button', { name }).first().click();
const SEASON = { number: 1 };

test('a season of one day, planned in the form', async () => {
  await desk.goto(`${server.url}/admin/seasons/next`);
  await desk.getByRole('link', { name: 'One day' }).click();
  await desk.getByLabel('Prize pool').fill('500');
  await press('Check the terms');
  await isSound(desk);
  await press('Save the terms');
  await desk.waitForURL('**/admin/seasons/next');
  const { startsAt, endsAt } = server.services.seasons.schedule();
  expect([startsAt! - now() > 0, (endsAt! - startsAt!) / HOUR]).toEqual([true, 24]);
});

test('its opening is announced a day ahead, then another prize', async () => {
  const { startsAt } = server.services.seasons.schedule();
  await passTo(startsAt! - 20 * HOUR);
  await seen('openSoon', { key: 'announcements:openSoonTitle', params: SEASON });
  await desk.goto(`${server.url}/admin/seasons/next`);
  await desk.getByLabel('Prize pool').fill('750');
  await press('Check the terms');
  await press('Save the terms');
  await desk.waitForURL('**/admin/seasons/next');
  await seen('changed', { key: 'announcements:changedTitle', params: SEASON });
  expect(webhook.posts.at(-1)!.embeds[0]!.description).toContain('₪750');
});

test('it opens and both trade; the end of the day is a day ahead at once', async () => {
  const { startsAt } = server.services.seasons.schedule();
  ahead += startsAt! + 1 - now();
  await server.services.seasons.refresh();
  await server.services.seasons.keepSchedule();
  expect(server.services.seasons.active()).toBe(true);
  await seen('open', { key: 'seasons:opened', params: SEASON });
  for (const { client, page, lang } of readers) {
    await page.goto(`${server.url}/chart`);
    const buy = words({ key: 'chart:buy' }, lang);
    const confirm = new RegExp(`^${words({ key: 'chart:confirm', params: { action: buy } }, lang)}$`, 'i');
    await page.getByRole('button', { name: buy, exact: true }).first().click();
    await page.getByRole('button', { name: confirm }).click();
    await until(async () => (await fillsOf(client)) === 1);
  }
  await passTo(now());
  await seen('endSoon', { key: 'announcements:endSoonTitle', params: SEASON });
});

test('its last hour is announced, and a recording that an admin adds', async () => {
  const { endsAt } = server.services.seasons.schedule();
  await passTo(endsAt! - HOUR / 2);
  await seen('lastHour', { key: 'announcements:lastHourTitle', params: SEASON });
  await desk.goto(`${server.url}/recordings`);
  await desk.getByLabel('Title').first().fill('The last hour');
  await desk.getByLabel('URL').first().fill('https://video.example/1');
  await press('Add');
  await desk.getByText('The last hour').first().waitFor();
  await seen('recording', { key: 'announcements:recordingTitle' });
});

test('it ends with provisional winners: each reads the own place, others the announcement', async () => {
  const { endsAt } = server.services.seasons.schedule();
  await passTo(endsAt! + 1);
  expect(server.services.seasons.active()).toBe(false);
  const until = words({ key: 'seasons:provisionalUntil', params: { date: '' } }, 'en').trim();
  expect(until).toBe('Provisional until');
  await seen('over', { key: 'seasons:over', params: SEASON }, async ({ page, lang }) => {
    ahead += SOON_MS;
    await page.goto(`${server.url}/help`);
    const bar = page.locator('form.news');
    await bar.waitFor();
    expect(await bar.textContent()).toContain(words({ key: 'seasons:over', params: SEASON }, lang));
    await bar.getByRole('button', { name: words({ key: 'seasons:results' }, lang) }).click();
    await page.waitForURL('**/competitions/1');
    const provisional = words({ key: 'seasons:provisionalUntil', params: { date: '@' } }, lang);
    expect(await page.locator('main').textContent()).toContain(provisional.split('@')[0]!.trim());
    await isSound(page);
  });
  expect(webhook.posts.at(-1)!.embeds[0]!.description).toContain('The winners are provisional until');
});

test('an admin confirms the winners, and everybody is told who they are', async () => {
  await desk.goto(`${server.url}/admin/prizes/1`);
  await press('Confirm the winners…');
  await desk.getByRole('dialog').getByRole('button', { name: 'Confirm the winners' }).click();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await seen('confirmed', { key: 'announcements:confirmedTitle', params: SEASON });
  // both traders hold one share at the same price
  expect(webhook.posts.at(-1)!.embeds[0]!.description).toContain('1 ann ₪375\n1 dov ₪375');
});

test('each automatic announcement was sent, once, whatever looks again', async () => {
  expect(kindsSoFar.toSorted()).toEqual(AUTOMATIC_KINDS.toSorted());
  await passTo(now() + HOUR);
  await server.services.discordPosts.post();
  await server.services.notificationMail.send();
  expect(webhook.requests).toBe(kindsSoFar.length);
  const due = await server.sql`select from notifications where mail_due_at is not null`;
  expect(due).toHaveLength(0);
  const sent = await server.sql`select kind, discord_state as state from announcements order by id`;
  expect(sent.map(({ kind, state }) => [kind, state])).toEqual(kindsSoFar.map((kind) => [kind, 'posted']));
  await isSound(desk);
});
