/** The names of the games, and what the pages of practice say about the contest. */
import type { AboutPracticeView } from '#components/trading/games-view.ts';
import type { Game } from '#core/season/game.ts';
import type { RequestContext } from '#framework/define.ts';
import { nextStartOrNull } from '../season/next-start.ts';
import type { Using } from '../services.ts';

type Reader = Using<'seasons', Pick<RequestContext, 'services' | 't' | 'locale' | 'zone'>>;

/** Returns the name of a game in the reader's language. */
export function gameName({ services: { seasons }, t }: Reader, game: Game): string {
  return game === 'practice'
    ? t('games:practice')
    : t('seasons:title', { number: seasons.current()?.number ?? 1 });
}

/** Returns the season that runs, or when the next one starts. */
export function practiceNotice({ services, locale, zone }: Reader): AboutPracticeView {
  const { seasons } = services;
  return {
    running: seasons.active() ? (seasons.current()?.number ?? null) : null,
    nextStart: nextStartOrNull(services, { locale, zone }),
  };
}
