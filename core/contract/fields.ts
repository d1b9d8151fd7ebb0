/** Fields and answers that several calls share. */
import { z } from 'zod';
import { parseDecimal } from '../money/money.ts';
import { doubtOf } from '../money/typed-decimal.ts';
import { type IssueCode, issue } from '../refusals/issues.ts';
import { COMMON_GAMES, LEAGUE_ID_FORM, type LeagueGame } from '../season/game.ts';
import type { ApiEndpoint } from './endpoint.ts';

/** An exact amount as text; a JSON number would lose digits. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Dollars with two decimals, as text. */
export const dollars = z.string().regex(/^-?\d+\.\d{2}$/);

/** ISO 8601, UTC. */
export const instant = z.iso.datetime();

/** The answer of calls that return only a sentence, in the reader's language. */
export const Acknowledgement = z.object({ message: z.string() });

/** Returns the fields that the calls of forms share; an endpoint spreads these fields first and overrides some. */
export const formCall = <
  const A extends ApiEndpoint['access'],
  const L extends NonNullable<ApiEndpoint['limit']> = 'change',
>(
  access: A,
  limit: L = 'change' as L,
) => ({ method: 'POST', access, limit, form: true, answer: Acknowledgement }) as const;

/** Returns the fields that GET calls with a rate limit share. */
export const readCall = <const A extends ApiEndpoint['access']>(access: A) =>
  ({ method: 'GET', access, limit: 'read' }) as const;

export const Done = z.object({ success: z.literal(true) });

/**
 * Returns the schema of a decimal field: a JSON number or a plain decimal string within [min, max], read as a whole
 * number of 10^-digits. The shortest text of a JSON number counts, so 1e400 (Infinity), NaN, 1e21 and more than
 * `digits` decimals fail like any other text. For a text with two readings (1,500) the issue names both.
 * @param min in the unit of the result @param max in the unit of the result @param code of the issue
 */
export function decimal<U extends bigint>(digits: number, min: U, max: U, code: IssueCode) {
  return z.union([z.string().max(48), z.number()], { error: code }).transform((value, context): U => {
    const parsed = parseDecimal(typeof value === 'string' ? value.trim() : String(value), digits);
    if (parsed !== null && parsed >= min && parsed <= max) return parsed as U;
    const doubt = typeof value === 'string' ? doubtOf(value) : null;
    context.addIssue({
      code: 'custom',
      ...(doubt ? { message: issue('doubtfulNumber'), params: doubt } : { message: code }),
    });
    return z.NEVER;
  });
}

/** A form sends its empty fields too: an empty field counts as absent. */
function emptyToUndefined(value: unknown): unknown {
  return value === '' || value === null ? undefined : value;
}

/** Returns `schema` for a field that may be absent or empty. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value: z.input<T> | '' | null | undefined) => emptyToUndefined(value), schema.optional());

/** A whole number from 1 to `most`, or its text. */
export const countField = (most: number) =>
  z
    .union([z.number(), z.string().trim()])
    .refine((value) => /^\d{1,9}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= most, {
      error: issue('wholeNumber'),
      params: { most },
    })
    .transform(Number);

const Word = z.union([z.boolean(), z.enum(['true', 'false', 'on', '1', '0'])]);

/** A boolean of JSON or a word of a form; absent and empty are false. */
export const flag = z.preprocess(
  (value: z.input<typeof Word> | '' | null | undefined) => emptyToUndefined(value),
  Word.optional().transform((value) => value === true || value === 'true' || value === 'on' || value === '1'),
);

/** Returns the schema of a text of one line, without control characters. @param most characters */
export const lineOfText = (most: number) =>
  z
    .string({ error: issue('mustBeText') })
    .trim()
    .max(most, { error: issue('mostCharactersFull') })
    .regex(/^\P{Cc}*$/u, { error: issue('charactersRefused') });

/** Characters. */
export const MOST_STAFF_REASON = 500;

/** Returns the schema of the reason for an act of the staff. @param missing the issue of an absent reason */
export const reasonField = (missing: IssueCode) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: issue('giveReason') })
    .max(MOST_STAFF_REASON, { error: issue('mostCharactersFull') });

/** Line breaks and tabs are the only control characters of a text. */
const LINES = /^(?:[\t\n]|\P{Cc})*$/u;

/** Returns the schema of a text of several lines. @param most characters @param missing the issue of an empty one */
export const linesOfText = (most: number, missing: IssueCode) =>
  z
    .string({ error: missing })
    // a form sends two characters for a line break
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: missing })
        .max(most, { error: issue('mostCharactersFull') })
        .regex(LINES, { error: issue('charactersRefused') }),
    );

/**
 * Fields that any form may send beside the fields of its call. `id`: the object beside which the page shows a refusal.
 * `username`: the account under which a browser stores the password.
 */
export const FORM_FIELDS = ['id', 'username'] as const;

/**
 * The version of the data that the admin's page showed. The call is refused when the data have changed since the page
 * was rendered; without a version it acts on the present data.
 */
export const ShownVersion = z
  .string({ error: issue('mustBeText') })
  .max(40, { error: issue('tooLong') })
  .optional()
  .describe('The version that the page showed; a change since then refuses the call');

/** The Idempotency-Key of a form, which cannot send headers. */
export const FormKey = optional(z.string({ error: issue('mustBeText') })).describe(
  'The Idempotency-Key of a form',
);

/** The page a form leads to afterwards; the server redirects only to pages of this site. */
export const NextPath = z.string({ error: issue('mustBeText') }).optional();

const season = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

export const GameChoice = optional(
  z.union([
    z.enum(COMMON_GAMES),
    z
      .string()
      .regex(LEAGUE_ID_FORM)
      .transform((id) => id as LeagueGame),
  ]),
).describe("Absent: the season; a league's id: its own game");

export const SeasonNumber = z.object({ number: season });

/** Returns the schema of a row's id: a number or plain digits. @param most the largest number of the id's column */
export const rowNumber = (most: number, error?: IssueCode) =>
  z
    .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,15}$/)], { error })
    .transform(Number)
    .refine((id) => id <= most, { error });

/** The largest id of a PostgreSQL `integer` column. */
export const MOST_INT4 = 2_147_483_647;
export const RowId = z.object({ id: rowNumber(MOST_INT4) });

export const SeasonChoice = z.union([z.literal('all'), season]);
export type SeasonChoice = z.output<typeof SeasonChoice>;
