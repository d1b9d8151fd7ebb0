/** Posts announcements in Discord. A process claims an announcement before posting it, so that none is posted twice. */
import { placeOfAnnouncement } from '#core/announcements/announcements.ts';
import { formatNumber } from '#core/locale/format.ts';
import { DEFAULT_LOCALE, LOCALES } from '#core/locale/locale.ts';
import type { Sql } from '#db/client.ts';
import {
  claimPost,
  type DuePost,
  giveUpPosts,
  notePosted,
  postLater,
  setDiscordFrom,
} from '#db/queries/announcements.ts';
import { seasonAwards } from '#db/queries/season/awards.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { siteCardOf } from '../home/link-cards.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';
import { prizeText } from '../prizes/deal.ts';
import { wordTexts } from './written.ts';

const MOST_TITLE = 256;
const MOST_DESCRIPTION = 4096;

/** Characters of Discord's formatting and mentions. A backslash before such a character makes it plain. */
const MARKS = /[\\*_~`|>[\]()#<@+-]/g;
const ADDRESS = /(https?:\/\/\S+)/;

/** Escapes a text so that Discord formats nothing in it. Addresses stay links. */
export const plainForDiscord = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(MARKS, '\\$&')))
    .join('');

/** Returns the body of the request. @param url link of the title @param image picture */
export function discordMessage(post: {
  title: string;
  lines: readonly string[];
  url: string;
  image: string;
}) {
  const { title, lines, url, image } = post;
  return {
    embeds: [
      {
        title: plainForDiscord(title).slice(0, MOST_TITLE),
        description: lines.map(plainForDiscord).join('\n').slice(0, MOST_DESCRIPTION),
        url,
        image: { url: image },
      },
    ],
    // no mentions: neither text nor name may notify anybody in Discord
    allowed_mentions: { parse: [] },
  };
}

/** The longest wait for Discord, ms: a wrong Retry-After must not use up the day in which a post may be tried. */
const MOST_WAIT_MS = 3_600_000;

/** Returns the wait before the next attempt, ms. @param retryAfter from Discord's response, s; null without one */
export function waitMs(tries: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  if (retryAfter !== null && seconds >= 0) return Math.min(Math.ceil(seconds * 1_000), MOST_WAIT_MS);
  return Math.min(10_000 * 2 ** (tries - 1), 300_000);
}

const EVERY_MS = 5_000;
const PATIENCE_MS = 10_000;

/** Statuses of awards whose trader got the prize or still can. */
const WINNING: ReadonlySet<string> = new Set(['offered', 'claimed', 'paid']);

type Deps = {
  sql: Sql;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  say: SayText;
  settings: Pick<Settings, 'discordWebhookUrl' | 'publicUrl'>;
};

export function createDiscordPosts(deps: Deps) {
  const { sql, clock, log, settings } = deps;
  const { discordWebhookUrl } = settings;

  /** Posts one announcement; after a failure it is due again later. @returns true when Discord took it */
  async function send(webhook: string, post: DuePost): Promise<boolean> {
    const attempt = await attemptPost(webhook, await bodyOf(deps, post));
    if (attempt.isPosted) {
      await notePosted(sql, post.id);
      return true;
    }
    // the webhook's address is a secret and must not be in the logged reason
    log.warn({ announcement: post.id, reason: attempt.reason }, 'an announcement is not in Discord yet');
    await postLater(sql, post.id, new Date(clock.now() + waitMs(post.tries, attempt.retryAfter)));
    return false;
  }

  /** Posts the due announcements until one fails. Gives up posts that failed for a day. */
  async function post(): Promise<void> {
    if (!discordWebhookUrl) return;
    await giveUpPosts(sql, new Date(clock.now()));
    for (;;) {
      const claimed = await claimPost(sql, new Date(clock.now()));
      // after a failure, the other announcements wait for the next run
      if (!claimed || !(await send(discordWebhookUrl, claimed))) return;
    }
  }

  const loop = createLoop(post, { everyMs: EVERY_MS, log, failure: 'announcements could not be posted' });

  return {
    post,
    async begin(): Promise<void> {
      await setDiscordFrom(sql, discordWebhookUrl ? new Date(clock.now()) : null);
      if (discordWebhookUrl) loop.begin();
    },
    stop: loop.stop,
  };
}

type Attempt = { isPosted: true } | { isPosted: false; reason: string; retryAfter: string | null };

async function attemptPost(webhook: string, body: object): Promise<Attempt> {
  const address = new URL(webhook);
  // Discord responds only after it has stored the message
  address.searchParams.set('wait', 'true');
  try {
    const { ok, status, headers } = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (ok) return { isPosted: true };
    const retryAfter = status === 429 ? headers.get('retry-after') : null;
    return { isPosted: false, reason: String(status), retryAfter };
  } catch (error) {
    const { name, code } = error as { name?: string; code?: unknown };
    return { isPosted: false, reason: String(code ?? name), retryAfter: null };
  }
}

/** Returns the request's body: the announcement in each language, with the winners if it confirms them. */
async function bodyOf({ sql, say, settings: { publicUrl } }: Deps, post: DuePost) {
  const { kind, season } = post;
  const [first, ...others] = LOCALES.map((locale) => wordTexts(say, post, locale));
  const winners = kind === 'confirmed' && season !== null ? await winnersOf(sql, season) : [];
  return discordMessage({
    title: first!.title,
    lines: [first!.message, ...winners, ...others.flatMap((other) => ['', other.title, other.message])],
    url: publicUrl + (placeOfAnnouncement(kind, season) ?? '/notifications'),
    image: publicUrl + siteCardOf(DEFAULT_LOCALE),
  });
}

async function winnersOf(sql: Sql, number: number): Promise<string[]> {
  const season = await seasonByNumber(sql, number);
  if (!season) return [];
  const awards = await seasonAwards(sql, season.id);
  const winning = awards.filter(({ status }) => WINNING.has(status));
  return winning.map(
    ({ place, username, amount }) => `${formatNumber(place)} ${username} ${prizeText(amount)}`,
  );
}
