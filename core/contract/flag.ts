/** Yes or no, as JSON says it or as a form does. */
import { z } from 'zod';
import { emptyToUndefined } from './decimal.ts';

const Word = z.union([z.boolean(), z.enum(['true', 'false', 'on', '1', '0'])]);

/** Absent and empty are no. */
export const flag = z.preprocess(
  (value: z.input<typeof Word> | '' | null | undefined) => emptyToUndefined(value),
  Word.optional().transform((value) => value === true || value === 'true' || value === 'on' || value === '1'),
);
