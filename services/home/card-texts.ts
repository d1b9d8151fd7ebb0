/** What the pictures of shared links say. */
import type { Card } from '#components/home/card.ts';
import { formatChange, formatNumber, formatPlace, formatPrize } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { readCents } from '#core/money/money.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { directionOf } from '#framework/locale/languages.ts';
import { VISITOR } from '../account/privacy.ts';
import type { FoundTrader } from '../account/trader-page.ts';
import type { Services } from '../services.ts';

/** A figure keeps its order in a Hebrew line. */
const isolated = (text: string) => `\u2066${text}\u2069`;

export async function traderCardOf(
  services: Pick<Services, 'leaderboard' | 'seasons' | 'settings' | 'sql' | 'translations'>,
  { id, username }: FoundTrader,
  locale: Locale,
): Promise<Card> {
  const { seasons, leaderboard, settings, translations } = services;
  const t = translations(locale);
  const season = seasons.current();
  const board = leaderboard.seenBy(VISITOR);
  const own = await board.mine(id);
  const start = season ? readCents(season.startCash) : settings.startingBalance;
  const percent = own ? returnPercent(own.equity, start) : '0';
  const total = isolated(formatNumber(board.state().traders));
  return {
    isRtl: directionOf(locale) === 'rtl',
    shape: 'square',
    heading: `\u2068${username}\u2069`,
    figure: isolated(formatChange(percent)),
    lines: [
      own?.place
        ? `${t('page:place', { place: isolated(formatPlace(own.place, locale)) })} ${t('competition:placeOf', { total })}`
        : t('page:none'),
      t('landing:note'),
    ],
  };
}

export async function seasonCardOf(
  services: Pick<Services, 'seasons' | 'translations'>,
  season: SeasonRow,
  locale: Locale,
): Promise<Card> {
  const t = services.translations(locale);
  const isNewest = season.id === services.seasons.current()?.id && season.endedAt === null;
  const prize = isNewest ? services.seasons.details().prizePool : season.prizePool;
  const cash = isolated(`$${formatNumber(season.startCash)}`);
  return {
    isRtl: directionOf(locale) === 'rtl',
    shape: 'circle',
    heading: t('seasons:title', { number: isolated(String(season.number)) }),
    figure: isolated(formatPrize(prize)),
    lines: [t('competition:ruleStart', { cash }), t('landing:note')],
  };
}
