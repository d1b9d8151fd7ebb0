import { useEffect, useState } from 'react';
import type { Fill } from '#components/chart/types.ts';
import { patientFetch } from '../../_state/patientFetch.ts';

type Row = {
  symbol: string;
  is_short: boolean;
  buy_price: unknown;
  sell_price: unknown;
  open_position_timestamp: string;
  close_position_timestamp: string | null;
};

/** The user's own entries and exits in a ticker; fetched again when `version` changes. */
export function useFills(userId: number, symbol: string, version: number): Fill[] {
  const [fills, setFills] = useState<Fill[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says there are newer trades
  useEffect(() => {
    const request = new AbortController();
    setFills((now) => (now.length === 0 ? now : []));
    patientFetch(`/api/all-trades/${userId}`, {
      headers: { accept: 'application/json' },
      credentials: 'include',
      signal: request.signal,
    })
      .then((response) => (response.ok ? response.json() : []))
      .then((rows: unknown) => setFills(fillsOf(rows, symbol)))
      .catch(() => {});
    return () => request.abort();
  }, [userId, symbol, version]);
  return fills;
}

/** Entries and exits of one ticker; slices of one position share their entry. */
export function fillsOf(rows: unknown, symbol: string): Fill[] {
  if (!Array.isArray(rows)) return [];
  const fills = new Map<string, Fill>();
  const add = (kind: Fill['kind'], direction: Fill['direction'], at: string, price: unknown) => {
    const fill = { kind, direction, time: Date.parse(at) / 1000, price: Number(price) };
    if (Number.isFinite(fill.time) && fill.price > 0) fills.set(`${kind}${at}${price}`, fill);
  };
  for (const row of rows as Row[]) {
    if (row.symbol !== symbol) continue;
    const opened = row.is_short ? 'down' : 'up';
    const closed = row.is_short ? 'up' : 'down';
    add('entry', opened, row.open_position_timestamp, row.buy_price);
    if (row.close_position_timestamp) add('exit', closed, row.close_position_timestamp, row.sell_price);
  }
  return [...fills.values()];
}
