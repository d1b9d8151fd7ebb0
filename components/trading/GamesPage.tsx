import { chartPath, portfolioPath } from '#core/season/game.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/figures.tsx';
import { AboutPractice } from './AboutPractice.tsx';
import type { AboutPracticeView, GameRow } from './games-view.ts';

/** /games: the reader's games with the ways into each. */
export function GamesPage({ games, about }: { games: readonly GameRow[]; about: AboutPracticeView }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-180">
      <h1 className="mb-2 text-h1">{t('games:title')}</h1>
      <AboutPractice {...about} />
      <ul className="m-0 mt-5 grid list-none gap-4 p-0">
        {games.map((row) => (
          <Game key={row.game} {...row} />
        ))}
      </ul>
    </div>
  );
}

function Game({ game, name, equity, isOpen }: GameRow) {
  const t = useT();
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <h2 className="me-auto text-h3">{name}</h2>
      {equity !== null && (
        <p className="m-0 text-paper-2">
          {t('portfolio:equity')} <Bdi className="font-600 text-paper">{equity}</Bdi>
        </p>
      )}
      <p className="m-0 flex gap-2">
        {isOpen && (
          <a className="btn btn-primary" href={chartPath(game)}>
            {t('nav:chart')} <span className="sr-only">{name}</span>
          </a>
        )}
        {equity !== null && (
          <a className="btn btn-secondary" href={portfolioPath(game)}>
            {t('nav:portfolio')} <span className="sr-only">{name}</span>
          </a>
        )}
      </p>
    </li>
  );
}
