/** Pictures of shared links, rendered one at a time. The newest MAX_CARDS are cached. */
import { join } from 'node:path';
import type { Card } from '#components/home/card.ts';
import { formatChange, formatDollars, formatNumber, formatPrize } from '#core/locale/format.ts';
import { DEFAULT_LOCALE, DEFAULT_ZONE, type Locale } from '#core/locale/locale.ts';
import { readCents } from '#core/money/money.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { hasAsset } from '#framework/asset.ts';
import { directionOf } from '#framework/locale/direction.ts';
import type { Translations } from '#framework/locale/i18n.ts';
import { VISITOR } from '../account/privacy.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { reviewText } from '../prizes/deal.ts';
import type { Seasons } from '../season/seasons.ts';

const FONTS = ['host-600', 'heebo-600'].map((name) => join(import.meta.dir, `../../art/fonts/${name}.ttf`));
const MAX_CARDS = 200;

type CardPicture = { svg: string; png: Uint8Array<ArrayBuffer> };

export function createCards({ log }: { log: Pick<Log, 'warn'> }) {
  const cards = new Map<string, CardPicture>();
  let isBusy = false;

  async function render(key: string, svg: string): Promise<CardPicture> {
    // an optional package: without this package all links have the site's own picture
    const { renderAsync } = await import('@resvg/resvg-js');
    const font = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Host Grotesk' };
    const image = await renderAsync(svg, { font });
    const picture = { svg, png: Uint8Array.from(image.asPng()) };
    cards.delete(key);
    cards.set(key, picture);
    if (cards.size > MAX_CARDS) cards.delete(cards.keys().next().value!);
    return picture;
  }

  return {
    /**
     * Returns the PNG of an SVG, rendered when this key's SVG has changed. Returns the key's previous picture (null
     * without a previous picture) while another card is being rendered, and when rendering fails.
     * @param svg null when the card cannot be drawn
     */
    async png(key: string, svg: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
      if (svg === null) return null;
      const cached = cards.get(key);
      if (cached?.svg === svg || isBusy) return cached?.png ?? null;
      isBusy = true;
      try {
        return (await render(key, svg)).png;
      } catch (err) {
        log.warn({ err }, 'a picture for a shared link could not be drawn');
        return cached?.png ?? null;
      } finally {
        isBusy = false;
      }
    },
  };
}

/** Isolates a figure (LRI, PDI): a Hebrew line would move its signs. */
const isolated = (text: string) => `\u2066${text}\u2069`;

export async function traderCardOf(
  services: { seasons: Seasons; translations: Translations; leaderboard: LeaderboardService },
  { id, username }: { id: number; username: string },
  locale: Locale,
): Promise<Card> {
  const { seasons, leaderboard, translations } = services;
  const t = translations(locale);
  const table = leaderboard.seenBy(VISITOR);
  const standing = await table.mine(id);
  const start = seasons.startCash();
  const percent = standing ? returnPercent(standing.equity, start) : '0';
  const total = isolated(formatNumber(table.state().traders));
  return {
    isRtl: directionOf(locale) === 'rtl',
    shape: 'square',
    heading: `\u2068${username}\u2069`,
    figure: isolated(formatChange(percent)),
    lines: [
      standing?.place
        ? `${t('trader:place', { place: isolated(formatNumber(standing.place)) })} ${t('competition:placeOf', { total })}`
        : t('page:none'),
      t('landing:note'),
    ],
  };
}

/** Dates are in the default time zone, because a card has no known reader. */
export function seasonCardOf(
  services: { translations: Translations; clock: Clock },
  season: SeasonRow,
  locale: Locale,
): Card {
  const t = services.translations(locale);
  const cash = isolated(formatDollars(readCents(season.startCash)));
  const review = reviewText(season, { now: services.clock.now(), locale, zone: DEFAULT_ZONE, t });
  return {
    isRtl: directionOf(locale) === 'rtl',
    shape: 'circle',
    heading: t('seasons:title', { number: isolated(String(season.number)) }),
    figure: isolated(formatPrize(season.prizePool)),
    lines: [review ?? t('competition:ruleStart', { cash }), t('landing:note')],
  };
}

/** Returns the address of the site's own picture: the language's picture, or the default when the language has none. */
export function siteCardOf(locale: Locale): string {
  const picture = `og/site-${locale}.png`;
  return hasAsset(picture) ? `/${picture}` : '/og/site.png';
}

/** Returns the address of the picture for links to the page at `path`. */
export const cardHref = (path: string, locale: Locale) =>
  `/og${path}.png${locale === DEFAULT_LOCALE ? '' : `?l=${locale}`}`;

/** Responds with the picture, or with a redirect to the site's own picture. Other sites may embed the response. */
export function cardAnswer(png: Uint8Array<ArrayBuffer> | null, locale: Locale): Response {
  const headers = { 'cross-origin-resource-policy': 'cross-origin' };
  if (!png)
    return new Response(null, {
      status: 302,
      headers: { ...headers, location: siteCardOf(locale), 'cache-control': 'no-store' },
    });
  return new Response(png, {
    headers: { ...headers, 'content-type': 'image/png', 'cache-control': 'public, max-age=3' },
  });
}
