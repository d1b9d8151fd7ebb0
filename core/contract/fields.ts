/** Kinds of fields that answers share. */
import { z } from 'zod';

/** An exact amount as text: digits, a dot, decimals; JSON numbers would lose some. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Dollars with two decimals, as text. */
export const dollars = z.string().regex(/^-?\d+\.\d{2}$/);

/** ISO 8601, UTC. */
export const instant = z.iso.datetime();

/** The answer of calls that return only a sentence, in the reader's language. */
export const Acknowledgement = z.object({ message: z.string() });

/** The answer of calls that return nothing. */
export const Done = z.object({ success: z.literal(true) });
