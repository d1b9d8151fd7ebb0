/** What a new name, leaving, and reports take. */
import { z } from 'zod';
import { issue } from '../../../refusals/issues.ts';
import { NextPath } from '../../next-path.ts';
import { PlainText } from './recovery.ts';

const Name = PlainText.min(1, { error: issue('usernameMissing') });

export const NewUsername = z.object({ username: Name });
export const DeleteAccount = z.object({
  username: Name.describe('One’s own, exactly'),
  password: PlainText.default('').describe('Not needed by who signs in with Discord alone'),
});

/** Beside it: a list of rows for each part it names. */
export const DataFile = z.looseObject({
  README: z.record(z.string(), z.string()).describe('What each part is'),
});

export const REPORT_REASONS = ['cheating', 'name', 'pretending', 'other'] as const;
export const NewReport = z.object({
  username: Name,
  reason: z.enum(REPORT_REASONS, { error: issue('reportReason') }),
  message: PlainText.default('').transform((text) => text.replace(/\0/g, '').trim()),
  next: NextPath,
});

export const MEASURES = [
  'dismiss',
  'warn',
  'new_name',
  'suspend_1',
  'suspend_7',
  'suspend_30',
  'ban',
  'lift',
] as const;
export type Measure = (typeof MEASURES)[number];
export const TakeMeasure = z.object({
  username: Name,
  action: z.enum(MEASURES, { error: issue('measureRule') }),
  reason: z
    .string({ error: issue('mustBeText') })
    .trim()
    .min(1, { error: issue('giveReason') })
    .max(500, { error: issue('mostCharactersFull') })
    .describe('The person reads it'),
});
