/** The names of the games, and the text about the contest on pages of practice. */
import type { AboutPracticeView } from '#components/trading/GamesPage.tsx';
import type { Game } from '#core/season/game.ts';
import { joinableSeason } from '#core/season/season.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import type { PageContext, RequestContext } from '#framework/define.ts';
import { closedEntry } from '../season/entry.ts';
import { nextStartOrNull } from '../season/seasons.ts';
import type { Using } from '../services.ts';

type Reader = Using<'seasons', Pick<RequestContext, 'services' | 't' | 'locale' | 'zone'>>;
type Member = Using<
  'seasons' | 'sql' | 'clock',
  Pick<PageContext<unknown, unknown, 'member'>, 'services' | 't' | 'locale' | 'zone' | 'user'>
>;

/** Returns the name of practice or of the public season in the reader's language. Not for private games. */
export function gameName({ services: { seasons }, t }: Reader, game: Game): string {
  return game === 'practice'
    ? t('games:practice')
    : t('seasons:title', { number: seasons.current()?.number ?? 1 });
}

/**
 * Returns the joinable season, why the reader may not join, and when the next season starts. A field is null when it
 * does not apply.
 */
export async function practiceNotice(ctx: Member): Promise<AboutPracticeView> {
  const { services, locale, zone, user } = ctx;
  const { seasons, sql } = services;
  const closed = user.isAdmin ? null : closedEntry(services, ctx);
  return {
    season: joinableSeason(seasons.current()),
    isRunning: seasons.active(),
    closed: closed !== null && (await readHoldings(sql, user.id)) === null ? closed : null,
    nextStart: nextStartOrNull(services, { locale, zone }),
    isPlanned: seasons.schedule().startsAt !== null,
  };
}
