import type { CSSProperties } from 'react';
import { tileOf } from '#art/tile.ts';
import { direction, formatPnl, NOTHING } from '#core/locale/format.ts';
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

/** Columns that a narrow table leaves out. */
const CLASSES: Partial<Record<Name, string>> = {
  last: 'dock-last',
  value: 'dock-worth',
  allocation: 'dock-worth',
};

/** The column heads; the one above the buttons is for screen readers only. */
export function Heads({ names }: { names: readonly (Name | false)[] }) {
  const t = useT();
  return (
    <thead>
      <tr>
        {names.map(
          (name) =>
            name && (
              <th key={name} scope="col" className={CLASSES[name]}>
                {name === 'actions' ? (
                  <span className="sr-only">{t('dock:actions')}</span>
                ) : (
                  t(`dock:${name}`)
                )}
              </th>
            ),
        )}
      </tr>
    </thead>
  );
}

/** A ticker behind its company's tile. */
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

/** A ticker that leads to its chart. */
export function Ticker({ symbol, isLink }: { symbol: string; isLink: boolean }) {
  const t = useT();
  if (!isLink) return <Tile symbol={symbol} />;
  return (
    <a
      className="dock-ticker"
      href={`/chart?symbol=${encodeURIComponent(symbol)}`}
      title={t('dock:showChart', { symbol })}
    >
      <Tile symbol={symbol} />
    </a>
  );
}

const WAYS = { [-1]: 'down', 0: undefined, 1: 'up' } as const;

type Value = string | number | null;

/** Returns the direction of a profit or loss. */
export const gainWay = (value: Value) => WAYS[direction(value ?? 0)];

export const gainText = (value: Value) => (value === null ? NOTHING : formatPnl(value));
