import type { CSSProperties } from 'react';
import { tileOf } from '#art/tile.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';

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
