import type { CSSProperties } from 'react';
import { tileOf } from '#art/tile.ts';
import { formatPnlCents, NOTHING } from '#core/locale/format.ts';
import type { Cents } from '#core/money/units.ts';
import { chartPath, type Game } from '#core/season/game.ts';
import type { Stake } from '#core/trading/pnl.ts';
import { Template } from '#framework/islands/template.tsx';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/figures.tsx';

type Figure = 'side' | 'shares' | 'entry' | 'last' | 'price' | 'pnl' | 'value' | 'allocation';
type Name =
  | Figure
  | 'symbol'
  | 'order'
  | 'status'
  | 'until'
  | 'result'
  | 'when'
  | 'target'
  | 'stop'
  | 'actions';

/** Classes of columns that a narrow table leaves out. */
const CLASSES: Partial<Record<Name, string>> = {
  last: 'dock-last',
  value: 'dock-worth',
  allocation: 'dock-worth',
};

/** The column heads. The head above the buttons is for screen readers only. */
export function Heads({ names }: { names: readonly (Name | false)[] }) {
  return (
    <Template as="thead" shape={['dock heads', ...names].join()} values={NO_VALUES}>
      {() => <tr>{names.map((name) => name && <Head key={name} name={name} />)}</tr>}
    </Template>
  );
}

const NO_VALUES = {};

function Head({ name }: { name: Name }) {
  const t = useT();
  return (
    <th scope="col" className={CLASSES[name]}>
      {name === 'actions' ? <span className="sr-only">{t('dock:actions')}</span> : t(`dock:${name}`)}
    </th>
  );
}

/** A tile with two letters of the ticker, and the ticker beside it. */
export function Tile({ symbol }: { symbol: string }) {
  const { letters, ground } = tileOf(symbol);
  return (
    <>
      <span
        className="tile"
        aria-hidden="true"
        data-letters={letters}
        style={{ '--tile': ground } as CSSProperties}
      />
      <Bdi>{symbol}</Bdi>
    </>
  );
}

/** A ticker that links to its chart in a game; without a link if `game` is null. */
export function Ticker({ symbol, game }: { symbol: string; game: Game | null }) {
  const t = useT();
  if (game === null) return <Tile symbol={symbol} />;
  return (
    <a
      className="dock-ticker"
      href={`${chartPath(game)}?symbol=${encodeURIComponent(symbol)}`}
      title={t('dock:showChart', { symbol })}
    >
      <Tile symbol={symbol} />
    </a>
  );
}

export const positionSide = ({ isShort }: Pick<Stake, 'isShort'>) => (isShort ? 'short' : 'long');

/** Returns the direction of a profit or loss; undefined for zero and without a price. */
export const gainWay = (gain: Cents | null) => (!gain ? undefined : gain > 0n ? 'up' : 'down');

export const gainText = (gain: Cents | null) => (gain === null ? NOTHING : formatPnlCents(gain));
