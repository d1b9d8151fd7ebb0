/** Numbers of a request: JSON numbers or plain decimal strings, never a float that lost digits. */
import { z } from 'zod';
import { parseDecimal } from '../money/money.ts';
import { doubtOf } from '../money/typed-decimal.ts';
import { type IssueCode, issue } from '../refusals/issues.ts';

/**
 * A decimal field as a whole number of 10^-digits within [min, max], in their unit. JSON numbers count as their shortest text,
 * so 1e400 (Infinity), NaN, 1e21 and more decimals than `digits` are refused like any other text. A text that can be read as
 * two numbers is refused with both.
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

/** Form fields that were left empty count as not sent. */
export function emptyToUndefined(value: unknown): unknown {
  return value === '' || value === null ? undefined : value;
}

/** `schema`, or nothing: a form sends fields that were left empty too. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value: z.input<T> | '' | null | undefined) => emptyToUndefined(value), schema.optional());
