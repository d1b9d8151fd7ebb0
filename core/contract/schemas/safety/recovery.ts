/** What the ways back into an account, and its sessions, take and answer. */
import { z } from 'zod';
import { issue } from '../../issues.ts';
import { NextPath } from '../../next-path.ts';

/** The length only keeps work bounded before the real rules are applied. */
const Text = z.string({ error: issue('mustBeText') }).max(1000, { error: issue('tooLong') });
const Password = Text.min(1, { error: issue('passwordMissing') });

export const ForgotPassword = z.object({
  account: Text.min(1, { error: issue('usernameMissing') }).describe('A username, or a confirmed address'),
});
export const ResetPassword = z.object({
  token: Text.describe('Of the mailed link'),
  password: Password.describe('The new one'),
});
export const RecoverAccount = z.object({
  username: Text.min(1, { error: issue('usernameMissing') }),
  code: Text.min(1, { error: issue('codeMissing') }).describe('A recovery code'),
  password: Password.describe('The new one'),
});
export const ChangePassword = z.object({
  currentPassword: Text.default('').describe('Not needed by who signs in with Discord alone'),
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
export const LinkToken = z.object({ token: Text.describe('Of the mailed link') });
export const NewCodes = z.object({ codes: z.array(z.string()).describe('Shown once') });
export const SessionId = z.object({ id: z.uuid({ error: issue('invalid') }) });
