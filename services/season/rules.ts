/** A season's rules as pages show them and forms have them. */
import type { RulesValues, RulesView } from '#components/season/SeasonRules.tsx';
import { formatCents } from '#core/locale/format.ts';
import { writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type Rules, shareLimit } from '#core/trading/season-rules.ts';

/** @param startCash cents */
export function rulesView(rules: Rules, startCash: Cents): RulesView {
  const limit = shareLimit({ rules, startCash });
  return {
    startCash: formatCents(startCash),
    minPrice: rules.minPrice > 0n ? formatCents(rules.minPrice) : null,
    maxShare: limit === null ? null : { percent: rules.maxShare!, limit: formatCents(limit) },
    minHoldMinutes: rules.minHoldMinutes > 0 ? rules.minHoldMinutes : null,
    hideOpen: rules.hideOpen,
  };
}

export const rulesValues = (rules: Rules): RulesValues => ({
  minPrice: rules.minPrice > 0n ? writeCents(rules.minPrice) : '',
  maxShare: String(rules.maxShare ?? ''),
  minHoldMinutes: String(rules.minHoldMinutes || ''),
  hideOpen: String(rules.hideOpen),
});
