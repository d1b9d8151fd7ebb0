import type { CSSProperties } from 'react';
import { tileOf } from '#art/tile.ts';
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
