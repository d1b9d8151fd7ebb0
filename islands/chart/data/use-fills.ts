import { useEffect, useRef, useState } from 'react';
import type { Fill } from '#components/chart/types.ts';
import { loadFills } from './fills.ts';

/**
 * The user's own entries and exits in a ticker; fetched again when `version` changes. Null until they are known: what
 * the chart shows stays.
 */
export function useFills(userId: number, symbol: string, version: number): Fill[] | null {
  const [fills, setFills] = useState<Fill[] | null>(null);
  const shown = useRef(symbol);
  useEffect(() => {
    let isOver = false;
    if (shown.current !== symbol) setFills([]);
    shown.current = symbol;
    void loadFills(userId, symbol, version).then((loaded) => isOver || setFills(loaded));
    return () => {
      isOver = true;
    };
  }, [userId, symbol, version]);
  return fills;
}
