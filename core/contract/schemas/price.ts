/** GET /api/price?symbol=: the price a buy or sell popover opens with. */
import { z } from 'zod';
import { instant } from '../fields.ts';

export const PriceQuery = z.object({ symbol: z.string().max(256) });

export const PriceAnswer = z.object({
  symbol: z.string(),
  price: z.number(),
  asOf: instant.nullable().describe('When the price was made; null where its source does not say'),
  ageMs: z.number().nullable().describe('How long ago that was'),
  stale: z.boolean().describe('Too old to trade at, or the last one of a session that is over'),
  prevClose: z.number(),
  changePercent: z.number(),
  source: z.string(),
});
export type PriceAnswer = z.output<typeof PriceAnswer>;
