/** GET /api/price?symbol=: the price a buy or sell popover opens with. */
import { z } from 'zod';

export const PriceQuery = z.object({ symbol: z.string().max(256) });

export type PriceAnswer = {
  symbol: string;
  price: number;
  /** When the price was made, ISO 8601, and how long ago in ms; null where its source does not say. */
  asOf: string | null;
  ageMs: number | null;
  /** Too old to trade at, or the last one of a session that is over. */
  stale: boolean;
  prevClose: number;
  changePercent: number;
  source: string;
};
