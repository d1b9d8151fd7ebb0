/** What the ways back into an account, and its sessions, take and answer. */
import { z } from 'zod';
import { issue } from '../../../refusals/issues.ts';
import { NextPath } from '../../next-path.ts';

/** The length only keeps work bounded before the real rules are applied. */
/** A field of a form that is read as it was typed. */
export const PlainText = z.string({ error: issue('mustBeText') }).max(1000, { error: issue('tooLong') });
const Password = PlainText.min(1, { error: issue('passwordMissing') });

export const ForgotPassword = z.object({
  account: PlainText.min(1, { error: issue('usernameMissing') }).describe(
    'A username, or a confirmed address',
  ),
});
export const ResetPassword = z.object({
  token: PlainText.describe('Of the mailed link'),
  password: Password.describe('The new one'),
});
export const RecoverAccount = z.object({
  username: PlainText.min(1, { error: issue('usernameMissing') }),
  code: PlainText.min(1, { error: issue('codeMissing') }).describe('A recovery code'),
  password: Password.describe('The new one'),
});
export const ChangePassword = z.object({
  currentPassword: PlainText.default('').describe('Not needed by who signs in with Discord alone'),
  password: Password.describe('The new one'),
});
export const ProvePassword = z.object({ password: Password, next: NextPath });
export const EmailAddress = z.object({
  email: z
    .string({ error: issue('mustBeText') })
    .trim()
    .max(254, { error: issue('email') })
    .pipe(z.email({ error: issue('email') })),
});
export const LinkToken = z.object({ token: PlainText.describe('Of the mailed link') });
export const NewCodes = z.object({ codes: z.array(z.string()).describe('Shown once') });
export const SessionId = z.object({ id: z.uuid({ error: issue('invalid') }) });
