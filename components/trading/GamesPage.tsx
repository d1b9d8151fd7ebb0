import { keepPath } from '#core/account/visitor.ts';
import { CHART_PATH, chartPath, type Game, isLeagueGame, portfolioPath } from '#core/season/game.ts';
import { usePage, useT } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Bdi } from '../ui/figures.tsx';

/** Facts about the season, for the pages about practice. */
export type AboutPracticeView = {
  /** The number of the running season; between seasons, the number of the next one. */
  season: number;
  isRunning: boolean;
  /**
   * Says why the reader cannot join, and when the next season starts. Null for readers who have an account or may open
   * one.
   */
  closed: string | null;
  /** When the next season starts; null while unknown. */
  nextStart: string | null;
  /** True when the next season starts at a planned time. */
  isPlanned: boolean;
};

type GameRow = {
  game: Game;
  name: string;
  /** "$100,000.00"; null without an account in the game. */
  equity: string | null;
  /** True when the game can be traded in now. */
  isOpen: boolean;
};

/** /games: the reader's games, with links into each. */
export function GamesPage({ games, about }: { games: readonly GameRow[]; about: AboutPracticeView }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-180">
      <h1 className="mb-2 text-h1">{t('games:title')}</h1>
      <AboutPractice {...about} />
      <ul className="m-0 mt-5 grid list-none gap-4 p-0">
        {games.map((row) => (
          <GameCard key={row.game} {...row} />
        ))}
      </ul>
    </div>
  );
}

function GameCard({ game, name, equity, isOpen }: GameRow) {
  const t = useT();
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <h2 className="me-auto min-w-0 text-h3 [overflow-wrap:anywhere]">
        {isLeagueGame(game) ? (
          <a className="hover:underline" href={`/leagues/${game}`} dir="auto">
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      {equity !== null && (
        <p className="m-0 text-paper-2">
          {t('portfolio:equity')} <Bdi className="font-600 text-paper">{equity}</Bdi>
        </p>
      )}
      <p className="m-0 flex gap-2">
        {isOpen && (
          <LinkButton look="primary" href={chartPath(game)}>
            {t('nav:chart')} <span className="sr-only">{name}</span>
          </LinkButton>
        )}
        {equity !== null && (
          <LinkButton href={portfolioPath(game)}>
            {t('nav:portfolio')} <span className="sr-only">{name}</span>
          </LinkButton>
        )}
      </p>
    </li>
  );
}

type Props = AboutPracticeView & {
  /** True above a chart, which on phones has no margin. */
  isWide?: boolean;
};

/**
 * Explains practice, and leads into the running or the next season. A guest must register for it. A member takes part
 * in the next season without doing anything, and can add its planned start to a calendar.
 */
export function AboutPractice({ isWide = false, ...about }: Props) {
  const { closed, isRunning, nextStart } = about;
  const t = useT();
  const way = useWayIn(about);
  const margin = isWide ? 'lt-lg:px-4 lt-lg:pt-2' : 'mt-2';
  return (
    <p
      className={`m-0 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-size-small text-paper-2 ${margin}`}
    >
      <span>{t('games:about')}</span>
      {closed !== null && <span>{closed}</span>}
      {!isRunning && nextStart !== null && <span>{t('games:next', { when: nextStart })}</span>}
      {way && (
        <a className="text-paper underline underline-offset-4 coarse:py-3" href={way.href}>
          {way.text}
        </a>
      )}
    </p>
  );
}

/**
 * Returns the link into the running or the next season; null while entry is closed, and between seasons without a
 * planned start.
 */
function useWayIn({ season, isRunning, closed, isPlanned }: AboutPracticeView) {
  const { t, user } = usePage();
  if (closed !== null) return null;
  if (user?.isGuest)
    return {
      href: keepPath(isRunning ? CHART_PATH.season : undefined),
      text: t('games:keepToEnter', { number: season }),
    };
  if (isRunning) return { href: CHART_PATH.season, text: t('games:enter', { number: season }) };
  return isPlanned ? { href: '/next-season.ics', text: t('home:calendar') } : null;
}
