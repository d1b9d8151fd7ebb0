/** A season's rules as they are stored (jsonb) and as admins send them; GET /api/competition-details shows the same. */
import { z } from 'zod';
import { CENT_DIGITS, readCents, writeCents } from '../../money/money.ts';
import { type Cents, cents } from '../../money/units.ts';
import { type IssueCode, issue } from '../../refusals/issues.ts';
import type { Rules } from '../../trading/season-rules.ts';
import { decimal } from '../decimal.ts';
import { dollars } from '../fields.ts';

/** Stored and sent. */
export const WireRules = z.object({
  minPrice: dollars.describe('Dollars a share costs at least'),
  maxShare: z.number().nullable().describe('Percent of the start cash one symbol may take'),
  minHoldMinutes: z.number().describe('Minutes a position is held before it earns XP'),
  hideOpen: z.boolean().describe('Open positions are hidden from others'),
});
export type WireRules = z.output<typeof WireRules>;

/** @throws when the database holds something else: a bug */
export function readRules(stored: unknown): Rules {
  const { minPrice, ...rest } = WireRules.parse(stored);
  return { ...rest, minPrice: readCents(minPrice) };
}

export const writeRules = ({ minPrice, maxShare, minHoldMinutes, hideOpen }: Rules): WireRules => ({
  ...{ maxShare, minHoldMinutes, hideOpen },
  minPrice: writeCents(minPrice),
});

/** A week: longer than that nobody waits for XP. The wording of `minHoldRule` names it. */
const MAX_HOLD = 10_080n;

/** A limit: empty or null means none. */
function limit<T, U extends bigint = bigint>(
  without: T,
  digits: number,
  max: U,
  code: IssueCode,
  read: (value: U) => T,
) {
  const schema = decimal<U>(digits, 0n as U, max, code);
  return z
    .union([z.string().max(48), z.number(), z.null()], { error: code })
    .transform((value, context): T => {
      if (value === null || value === '') return without;
      const parsed = schema.safeParse(value);
      if (parsed.success) return read(parsed.data);
      context.addIssue({ code: 'custom', message: code });
      return z.NEVER;
    })
    .optional();
}

/** The fields an edit may carry; a missing one stays as it is. */
export const RulesShape = {
  minPrice: limit<Cents, Cents>(0n, CENT_DIGITS, cents(100_000_00n), issue('minPriceRule'), (price) => price),
  /** 0 would forbid all trading: it means no limit, as empty does. */
  maxShare: limit<number | null>(null, 0, 100n, issue('maxShareRule'), (percent) => Number(percent) || null),
  minHoldMinutes: limit<number>(0, 0, MAX_HOLD, issue('minHoldRule'), Number),
  hideOpen: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
      error: issue('hideOpenRule'),
    })
    .optional(),
};
