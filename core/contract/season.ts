/** The season: its state, schedule, rules and proof, and the admins' actions on it. */
import { z } from 'zod';
import { DEFAULT_ZONE, inEachLanguage } from '../locale/locale.ts';
import { utcToZoned, zonedToUtc } from '../locale/zone.ts';
import { CENT_DIGITS, readCents, writeCents } from '../money/money.ts';
import { type Cents, cents } from '../money/units.ts';
import { type IssueCode, issue } from '../refusals/issues.ts';
import {
  type Eligibility,
  MOST_LEAST_DAYS,
  MOST_LEAST_TRADES,
  MOST_PRIZE_PLACES,
  type PrizeSplit,
  readPrizeSplit,
} from '../season/awards.ts';
import { type EntryTerms, MOST_ENTRY_DAYS, MOST_FROZEN_HOURS } from '../season/entry.ts';
import { MOST_REVIEW_HOURS } from '../season/review.ts';
import { readStartCash } from '../season/season.ts';
import { hasRules, NO_RULES, type Rules } from '../trading/season-rules.ts';
import type { EndpointTable } from './endpoint.ts';
import {
  countField,
  decimal,
  dollars,
  formCall,
  instant,
  lineOfText,
  MOST_STAFF_REASON,
  NextPath,
  readCall,
  SeasonNumber,
  ShownVersion,
} from './fields.ts';

/** A season's rules, as responses have them. The database (jsonb) omits those equal to NO_RULES. */
export const WireRules = z.object({
  minPrice: dollars.describe('Dollars a share costs at least'),
  maxShare: z.number().nullable().describe('Percent of the start cash one symbol may take'),
  maxVolume: z
    .number()
    .nullable()
    .describe('Percent of the day’s volume of a symbol that one trader may take'),
  minHoldMinutes: z.number().describe('Minutes a position is held before it earns XP'),
  hideOpen: z.boolean().describe('Open positions are hidden from others'),
  longOnly: z.boolean().describe('Shares cannot be sold short'),
  sectors: z.array(z.string()).optional().describe('The sectors that `tickers` are of, in a private game'),
  tickers: z.array(z.string()).optional().describe('The only symbols that can be opened, in a private game'),
  dayTrades: z.int().optional().describe('The most trades of a trader a day, in a private game'),
});
export type WireRules = z.output<typeof WireRules>;

const StoredRules = z.record(z.string(), z.unknown());

/**
 * Returns stored rules. A rule that the row lacks has its value in NO_RULES.
 * @throws ZodError when the database holds anything but an object of rules, which is a bug
 */
export function readRules(stored: unknown): Rules {
  const { minPrice, ...rules } = WireRules.parse({ ...NO_WIRE_RULES, ...StoredRules.parse(stored) });
  return { ...NO_RULES, ...rules, minPrice: readCents(minPrice) };
}

/** Returns the rules as calls answer them. A rule that only private games have is absent when it is null. */
export const writeRules = ({ minPrice, sectors, tickers, dayTrades, ...rules }: Rules): WireRules => ({
  ...rules,
  minPrice: writeCents(minPrice),
  ...(sectors !== null && { sectors: [...sectors] }),
  ...(tickers !== null && { tickers: [...tickers] }),
  ...(dayTrades !== null && { dayTrades }),
});
const NO_WIRE_RULES = writeRules(NO_RULES);
/** NO_RULES as the database would store it whole: `||` in SQL fills in the rules that a row lacks. */
export const NO_RULES_JSON = JSON.stringify(NO_WIRE_RULES);

/** Returns the JSON that the database stores: the rules that differ from NO_RULES, so that a new rule needs no migration. */
export const storedRules = (rules: Rules): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(writeRules(rules)).filter(
        ([name, rule]) => rule !== NO_WIRE_RULES[name as keyof WireRules],
      ),
    ),
  );

/** A week in minutes; the text of `minHoldRule` says "a week". */
const MAX_HOLD_MINUTES = 10_080n;

/** Returns the schema of a limit. @param without the value that means no limit, for an empty field and for null */
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
      // keeps the issue of a number with two readings, whose text asks which one is meant
      for (const { message, params } of parsed.error.issues as { message: string; params?: object }[])
        context.addIssue({ code: 'custom', message, ...(params && { params }) });
      return z.NEVER;
    })
    .optional();
}

const yesOrNo = (code: IssueCode) =>
  z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], { error: code });

/** The rules an edit may change. An absent rule stays unchanged. */
export const RulesShape = {
  minPrice: limit<Cents, Cents>(0n, CENT_DIGITS, cents(100_000_00n), issue('minPriceRule'), (price) => price),
  /** 0 means no limit, because a limit of 0 would forbid all trading. */
  maxShare: limit<number | null>(null, 0, 100n, issue('maxShareRule'), (percent) => Number(percent) || null),
  /** 0 means no limit, because a limit of 0 would forbid all trading. */
  maxVolume: limit<number | null>(
    null,
    0,
    100n,
    issue('maxVolumeRule'),
    (percent) => Number(percent) || null,
  ),
  minHoldMinutes: limit<number>(0, 0, MAX_HOLD_MINUTES, issue('minHoldRule'), Number),
  hideOpen: yesOrNo(issue('hideOpenRule')).optional(),
  longOnly: yesOrNo(issue('longOnlyRule')).optional(),
};

const ShownSeason = countField(999_999_999).optional();

export const ToggleCompetition = z.object({
  active: yesOrNo(issue('active')),
  season: ShownSeason.describe('The newest season; a newer one refuses the call'),
});

const ResetCompetition = z
  .object({
    season: ShownSeason.describe(
      'The newest season; a repeated call, when there is a newer one, changes nothing',
    ),
  })
  .optional();

/** The newest link of a season's chain (docs/rules/14-season-bundle.md 16). */
export const WireChainHead = z.strictObject({
  season: z.int(),
  seq: z.int().describe('How many links there are'),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.int().nullable().describe('When it was made, epoch ms; null without a link'),
});

/** The season whose end message the reader dismisses; a form sends its number as text. */
const SeasonSeen = z.object({
  season: countField(999_999_999),
  next: NextPath,
});
const SeasonSeenAnswer = z.object({ season: z.int() });

/** ISO 8601 with its offset, or a form's local time; empty: none. */
export const When = z.string().max(40).optional();

const Percents = z
  .string({ error: issue('mustBeText') })
  .max(100, { error: issue('tooLong') })
  .transform((percents, context): PrizeSplit => {
    const read = readPrizeSplit(percents);
    if ('split' in read) return read.split;
    context.addIssue({ code: 'custom', message: issue(read.refused) });
    return z.NEVER;
  });

/** Why an admin changes a running season. */
export const ChangeReason = z
  .string()
  .trim()
  .max(MOST_STAFF_REASON, { error: issue('mostCharactersFull') })
  .optional()
  .describe('Why a running season is changed; everybody may read it');

export const ChoosePrizeSplit = z
  .object({
    percents: Percents.describe('Whole percents of the pool by place, the first place first, together 100'),
    reason: ChangeReason,
  })
  .transform(({ percents, reason }) => ({ prizeSplit: percents, reason }));

/** Dollars that everybody starts with, as typed. */
export const StartCash = z
  .union([z.string().max(48), z.number().transform(String)], { error: issue('startCashRule') })
  .transform((typed, context): Cents => {
    const startCash = readStartCash(typed);
    if (startCash !== null) return startCash;
    context.addIssue({ code: 'custom', message: issue('startCashRule') });
    return z.NEVER;
  });

/** Returns the schema of a whole number from 0 to `most`: a number, or a text that matches `form`. */
const wholeUpTo = (most: number, form: RegExp, code: IssueCode) =>
  z
    .union([z.number(), z.string().regex(form).transform(Number)], { error: code })
    .refine((count) => Number.isInteger(count) && count >= 0 && count <= most, { error: code });

const COUNT = /^\s*\d{1,6}\s*$/;
/** An empty field is 0. */
const COUNT_OR_NONE = /^\s*\d{0,6}\s*$/;

/** Hours after the end of a season in which its winners are provisional. */
export const ReviewHours = wholeUpTo(MOST_REVIEW_HOURS, COUNT, issue('reviewRule'));

const EditFields = z.object({
  prizePool: z.union([z.string().max(200), z.number().transform(String)]).optional(),
  percents: Percents.optional().describe('Whole percents of the pool by place, together 100'),
  reviewHours: ReviewHours.optional().describe('Hours for which the winners are provisional'),
  startCash: StartCash.optional().describe('Dollars everybody starts with, 1000 to 10000000'),
  nextCompetitionDate: lineOfText(200).optional(),
  leastTrades: wholeUpTo(MOST_LEAST_TRADES, COUNT_OR_NONE, issue('leastTradesRule'))
    .optional()
    .describe('Trades that a trader needs to win a prize, 0 to 1000'),
  leastDays: wholeUpTo(MOST_LEAST_DAYS, COUNT_OR_NONE, issue('leastDaysRule'))
    .optional()
    .describe('Different days (UTC) on which a winner of a prize has traded, 0 to 366'),
  entryDays: wholeUpTo(MOST_ENTRY_DAYS, COUNT_OR_NONE, issue('entryDaysRule'))
    .optional()
    .describe('Days after the start in which new traders may join, 1 to 366; 0: without end'),
  entryUntil: When.describe('Until when new traders may join; empty: without end'),
  frozenHours: wholeUpTo(MOST_FROZEN_HOURS, COUNT_OR_NONE, issue('frozenHoursRule'))
    .optional()
    .describe('Last hours in which others see the table as it was at their beginning, 0 to 48'),
  isMonthly: yesOrNo(issue('invalid')).optional().describe('The end of a season plans the next one'),
  startsAt: When,
  endsAt: When,
  zone: z.string().max(60).optional(),
  reason: ChangeReason,
  version: ShownVersion,
  ...RulesShape,
});

/** Reads an edit of a season. Local times are in `zone`; the output has epoch ms. */
function readEdit(
  { zone = DEFAULT_ZONE, startsAt, endsAt, entryUntil, percents, ...rest }: z.output<typeof EditFields>,
  context: z.RefinementCtx,
) {
  return {
    ...rest,
    ...(percents && { prizeSplit: percents }),
    ...momentsOf({ startsAt, endsAt, entryUntil }, zone, context),
  } as typeof rest & {
    prizeSplit?: PrizeSplit;
    startsAt?: number | null;
    endsAt?: number | null;
    entryUntil?: number | null;
  };
}

const hasTerms = ({ reason: _, version: __, ...terms }: ReturnType<typeof readEdit>): boolean =>
  Object.values(terms).some((value) => value !== undefined);

export const UpdateCompetition = EditFields.transform(readEdit).refine(hasTerms, {
  error: issue('editEmpty'),
});

/** The fields of a season's terms whose typed values a refused form shows again. */
export const TERM_FIELDS: readonly string[] = EditFields.keyof()
  .options.filter((name) => name !== 'zone' && name !== 'nextCompetitionDate' && name !== 'version')
  .map(String);

/** The buttons of the form. `check` shows the terms as sentences, `save` stores them, `change` reopens the form. */
const TERMS_STEPS = ['check', 'save', 'change'] as const;

export const SeasonTermsForm = EditFields.extend({ step: z.enum(TERMS_STEPS).default('check') })
  .transform(({ step, ...fields }, context) => ({ step, edit: readEdit(fields, context) }))
  .refine(({ edit }) => hasTerms(edit), { error: issue('editEmpty') });

const TermsAnswer = z.object({ saved: z.boolean(), ...inEachLanguage(() => z.array(z.string())) });

/**
 * Returns typed moments as epoch ms: null for an empty text and for an unreadable text, which also becomes an issue of
 * `context`. An absent text stays absent.
 */
export function momentsOf<Name extends string>(
  typed: Record<Name, string | undefined>,
  zone: string,
  context: z.RefinementCtx,
): { [name in Name]?: number | null } {
  const moments: { [name in Name]?: number | null } = {};
  for (const [name, text] of Object.entries(typed) as [Name, string | undefined][]) {
    if (text === undefined) continue;
    const ms = text === '' ? null : readWhen(text, zone);
    if (typeof ms === 'string') context.addIssue({ code: 'custom', path: [name], message: issue(ms) });
    moments[name] = typeof ms === 'number' ? ms : null;
  }
  return moments;
}

/** Returns epoch ms, or the issue of a text that is no time, a time that the zone's clocks skip, or an unknown zone. */
function readWhen(text: string, zone: string): number | 'dateBad' | 'dateSkipped' {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? 'dateBad' : ms;
  }
  try {
    const ms = zonedToUtc(text, zone);
    if (ms === null) return 'dateBad';
    return utcToZoned(ms, zone) === text.slice(0, 16) ? ms : 'dateSkipped';
  } catch {
    return 'dateBad';
  }
}
export type UpdateCompetition = z.output<typeof UpdateCompetition>;

const WireDetails = z.object({
  prizePool: z.string(),
  prizeSplit: z
    .array(z.int())
    .max(MOST_PRIZE_PLACES)
    .optional()
    .describe('Percents of the pool by place; absent when the first place takes all'),
  leastTrades: z.int().optional().describe('Trades that a trader needs to win a prize; absent without any'),
  leastDays: z.int().optional().describe('Days on which a winner has traded; absent without any'),
  entryDays: z
    .int()
    .optional()
    .describe('Days after the start in which new traders may join; absent without any'),
  entryUntil: instant.optional().describe('Until when new traders may join; absent without such a moment'),
  frozenHours: z.int().optional().describe('Last hours in which the table is frozen; absent without any'),
  isMonthly: z.literal(true).optional().describe('The end of a season plans the next one'),
  startCash: dollars.optional().describe('Dollars everybody starts with; absent without a choice of admins'),
  nextCompetitionDate: z.string(),
  rules: WireRules.optional().describe('Absent without any'),
});
export type WireDetails = z.output<typeof WireDetails>;

const PlannedDetails = WireDetails.extend({
  startsAt: instant.optional().describe('The planned start, if there is one'),
  endsAt: instant.optional().describe('The planned end, if there is one'),
});

/** Returns the details of a season for responses. Most settings without an effect are absent. */
export function wireDetails({
  rules,
  prizePool,
  prizeSplit,
  startCash,
  leastTrades,
  leastDays,
  entryDays,
  entryUntil,
  frozenHours,
  isMonthly,
  nextCompetitionDate,
}: Eligibility &
  EntryTerms & {
    prizePool: string;
    prizeSplit: PrizeSplit;
    startCash: Cents | null;
    frozenHours: number;
    isMonthly: boolean;
    nextCompetitionDate: string;
    rules: Rules;
  }): WireDetails {
  return {
    prizePool,
    nextCompetitionDate,
    ...(prizeSplit.length > 1 && { prizeSplit: [...prizeSplit] }),
    ...(startCash !== null && { startCash: writeCents(startCash) }),
    ...(leastTrades > 0 && { leastTrades }),
    ...(leastDays > 0 && { leastDays }),
    ...(entryDays > 0 && { entryDays }),
    ...(entryUntil !== null && { entryUntil: new Date(entryUntil).toISOString() }),
    ...(frozenHours > 0 && { frozenHours }),
    ...(isMonthly && { isMonthly }),
    ...(hasRules(rules) && { rules: writeRules(rules) }),
  };
}

const CompetitionStatus = z.object({ active: z.boolean() });
const ToggleAnswer = CompetitionStatus.extend({ message: z.string() });

export const seasonEndpoints = {
  competitionStatus: {
    method: 'GET',
    path: '/api/competition-status',
    summary: 'Whether a competition is active.',
    access: 'public',
    answer: CompetitionStatus,
    tagged: true,
  },
  competitionDetails: {
    method: 'GET',
    path: '/api/competition-details',
    summary: 'Prize, date, rules, and the planned start and end.',
    access: 'member',
    answer: PlannedDetails,
  },
  toggleCompetition: {
    ...formCall('admin'),
    path: '/api/toggle-competition',
    summary: 'Starts or ends the competition.',
    body: ToggleCompetition,
    answer: ToggleAnswer,
    errors: ['ALREADY_ACTIVE', 'NOT_ACTIVE', 'CHANGED_MEANWHILE'],
    example: { body: { active: true } },
  },
  updateCompetition: {
    ...formCall('admin'),
    path: '/api/update-competition',
    summary: 'Changes prize, date, schedule or rules; what is not sent stays as it is.',
    body: UpdateCompetition,
    answer: WireDetails,
    errors: ['SETTING_FIXED', 'CHANGED_MEANWHILE'],
    example: { body: { prizePool: '50.00', maxShare: 25 } },
  },
  seasonTerms: {
    ...formCall('admin'),
    path: '/api/season-terms',
    summary: 'Words the terms of the season that runs or comes next, or saves them.',
    body: SeasonTermsForm,
    answer: TermsAnswer,
    errors: ['SETTING_FIXED', 'CHANGED_MEANWHILE'],
    example: { body: { step: 'check', startCash: '100000', prizePool: '2500', percents: '50 30 20' } },
  },
  choosePrizeSplit: {
    ...formCall('admin'),
    path: '/api/prize-split',
    summary: 'Splits the prize pool among the first places.',
    body: ChoosePrizeSplit,
    answer: WireDetails,
    example: { body: { percents: '50 30 20' } },
  },
  resetCompetition: {
    ...formCall('admin'),
    path: '/api/reset-competition',
    summary: 'Begins a season anew, with fresh accounts for all.',
    body: ResetCompetition,
  },
  seasonSeen: {
    ...formCall('member'),
    path: '/api/season-seen',
    summary: 'Dismisses the message that a season is over, in this browser.',
    body: SeasonSeen,
    answer: SeasonSeenAnswer,
    example: { body: { season: 1 } },
  },
  seasonChain: {
    ...readCall('public'),
    path: '/api/seasons/:number/chain',
    summary: "The newest link of a season's chain, which commits to its fills and orders so far.",
    params: SeasonNumber,
    answer: WireChainHead,
    errors: ['NOT_FOUND'],
    example: { params: { number: '1' } },
  },
  seasonBundle: {
    method: 'GET',
    path: '/competitions/:number/bundle',
    summary: 'All that a season can be checked by, as gzipped JSON lines, once its seeds are public.',
    access: 'public',
    limit: 'bundle',
    params: SeasonNumber,
    media: ['application/gzip'],
    errors: ['NOT_FOUND', 'BUNDLE_NOT_YET'],
    example: { params: { number: '1' } },
  },
  proofDocument: {
    method: 'GET',
    path: '/proof/:name',
    summary:
      'What a program that checks a season is written from: the lines of a bundle, and how prices follow from seeds.',
    access: 'public',
    params: z.object({ name: z.string().max(80) }),
    media: ['text/plain'],
    errors: ['NOT_FOUND'],
    example: { params: { name: 'tape.md' } },
  },
} as const satisfies EndpointTable;
