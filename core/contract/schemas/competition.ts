/** What the competition's calls take. Forms send text only, so a flag may be a word. */
import { z } from 'zod';
import { DEFAULT_ZONE } from '../../locale/locale.ts';
import { zonedToUtc } from '../../locale/zone.ts';
import { issue } from '../../refusals/issues.ts';
import { hasRules, type Rules } from '../../trading/season-rules.ts';
import { instant as moment } from '../fields.ts';
import { NextPath } from '../next-path.ts';
import { RulesShape, WireRules, writeRules } from './rules.ts';

export const ToggleCompetition = z.object({
  active: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
    error: issue('active'),
  }),
});

/** The newest link of a season's chain (docs/rules/14-season-bundle.md 16). */
export const WireChainHead = z.strictObject({
  season: z.int(),
  seq: z.int().describe('How many links there are'),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.int().nullable().describe('When it was made, epoch ms; null without a link'),
});

/** A season whose end the reader has dismissed; forms send its number as text. */
export const SeasonSeen = z.object({
  season: z.coerce.number().int().min(1).max(999_999_999),
  /** Where a form goes on; the page it was on if absent. */
  next: NextPath,
});
export const SeasonSeenAnswer = z.object({ season: z.int() });

/** An instant (ISO 8601 with its offset) or a form's local time; empty: none. */
const When = z.string().max(40).optional();

/** Local times are those of `zone`, the admin's. Epoch ms in the end. */
export const UpdateCompetition = z
  .object({
    prizePool: z.union([z.string().max(200), z.number().transform(String)]).optional(),
    nextCompetitionDate: z
      .string()
      .max(200, { error: issue('dateLong') })
      .optional(),
    startsAt: When,
    endsAt: When,
    zone: z.string().max(60).optional(),
    ...RulesShape,
  })
  .transform(({ zone = DEFAULT_ZONE, startsAt, endsAt, ...rest }, context) => {
    const read = (path: string, text: string | undefined) => {
      if (text === undefined) return {};
      const ms = text === '' ? null : instant(text, zone);
      if (ms === undefined) context.addIssue({ code: 'custom', path: [path], message: issue('dateBad') });
      return { [path]: ms ?? null };
    };
    return { ...rest, ...read('startsAt', startsAt), ...read('endsAt', endsAt) } as typeof rest & {
      startsAt?: number | null;
      endsAt?: number | null;
    };
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: issue('editEmpty'),
  });

function instant(text: string, zone: string): number | undefined {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? undefined : ms;
  }
  try {
    return zonedToUtc(text, zone) ?? undefined;
  } catch {
    return undefined;
  }
}
export type UpdateCompetition = z.output<typeof UpdateCompetition>;

export const Disqualify = z.object({
  season: z.coerce.number().int().min(1).max(2_147_483_647),
  username: z
    .string()
    .trim()
    .min(1, { error: issue('nameTrader') })
    .max(100),
  reason: z
    .string()
    .trim()
    .min(1, { error: issue('giveReason') })
    .max(500, { error: issue('mostCharactersFull') }),
});

export const WireDetails = z.object({
  prizePool: z.string(),
  nextCompetitionDate: z.string(),
  rules: WireRules.optional().describe('Absent without any'),
});
export type WireDetails = z.output<typeof WireDetails>;

export const PlannedDetails = WireDetails.extend({
  startsAt: moment.optional().describe('The planned start, if there is one'),
  endsAt: moment.optional().describe('The planned end, if there is one'),
});

/** The competition's details; rules only when there are any. */
export function wireDetails({
  rules,
  ...details
}: {
  prizePool: string;
  nextCompetitionDate: string;
  rules: Rules;
}): WireDetails {
  return { ...details, ...(hasRules(rules) && { rules: writeRules(rules) }) };
}

export const CompetitionStatus = z.object({ active: z.boolean() });
export const ToggleAnswer = CompetitionStatus.extend({ message: z.string() });
