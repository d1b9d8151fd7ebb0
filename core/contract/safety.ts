/**
 * The calls that recover an account, end its sessions, export its data and delete it; reports of traders, and the
 * measures against them.
 */
import { z } from 'zod';
import { issue } from '../refusals/issues.ts';
import { WireUser } from './account.ts';
import type { EndpointTable } from './endpoint.ts';
import { FormKey, formCall, NextPath, reasonField } from './fields.ts';

/** A text. Its rules are checked later; the limit here bounds the work of that check. */
const PlainText = z.string({ error: issue('mustBeText') }).max(1000, { error: issue('tooLong') });
const Password = PlainText.min(1, { error: issue('passwordMissing') });

const ForgotPassword = z.object({
  account: PlainText.min(1, { error: issue('usernameMissing') }).describe(
    'A username, or a confirmed address',
  ),
});
const ResetPassword = z.object({
  token: PlainText.describe('Of the mailed link'),
  password: Password.describe('The new one'),
});
const RecoverAccount = z.object({
  username: PlainText.min(1, { error: issue('usernameMissing') }),
  code: PlainText.min(1, { error: issue('codeMissing') }).describe('A recovery code'),
  password: Password.describe('The new one'),
});
const ChangePassword = z.object({
  currentPassword: PlainText.default('').describe('Not needed by who signs in with Discord alone'),
  password: Password.describe('The new one'),
});
const ProvePassword = z.object({ password: Password, next: NextPath });
const EmailAddress = z.object({
  email: z
    .string({ error: issue('mustBeText') })
    .trim()
    .max(254, { error: issue('email') })
    .pipe(z.email({ error: issue('email') })),
});
const LinkToken = z.object({ token: PlainText.describe('Of the mailed link') });
const MakeCodes = z
  .object({ password: Password.optional().describe('Proves the identity where the last proof is too old') })
  .optional();
const NewCodes = z.object({ codes: z.array(z.string()).describe('Shown once') });
const FactorCode = z.object({
  code: PlainText.min(1, { error: issue('codeMissing') }).describe('Of the app, or a recovery code'),
});
const TurnFactorOff = z
  .object({
    password: PlainText.optional().describe('Or a code'),
    code: PlainText.optional().describe('Of the app, or a recovery code'),
  })
  .refine(({ password, code }) => Boolean(password || code), { error: issue('codeMissing'), path: ['code'] });
const SessionId = z.object({ id: z.uuid({ error: issue('invalid') }) });

const Name = PlainText.min(1, { error: issue('usernameMissing') });

const NewUsername = z.object({ username: Name });
const DeleteAccount = z.object({
  username: Name.describe('One’s own, exactly'),
  password: PlainText.default('').describe('Not needed by who signs in with Discord alone'),
});

/** `README`, and a list of rows for each part that README names. */
const DataFile = z.looseObject({
  README: z.record(z.string(), z.string()).describe('What each part is'),
});

export const REPORT_REASONS = ['cheating', 'name', 'pretending', 'other'] as const;
const NewReport = z.object({
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
const TakeMeasure = z.object({
  username: Name,
  action: z.enum(MEASURES, { error: issue('measureRule') }),
  reason: reasonField(issue('mustBeText')).describe('The person reads it'),
  intent: FormKey,
});

const TOKEN = 'rT3x0q1Gk3zq2dGQ0V0b8yq8tO1nJkqk2m3vZyq0a1c';

export const safetyEndpoints = {
  forgotPassword: {
    ...formCall('public', 'forgot'),
    path: '/api/forgot',
    summary: 'Mails a link to reset the password, if the account has a confirmed address.',
    body: ForgotPassword,
    errors: ['NOT_FOUND'],
    example: { body: { account: 'dana' } },
  },
  resetPassword: {
    ...formCall('public', 'proof'),
    path: '/api/reset-password',
    summary: 'Sets a new password by a mailed link, which works once; every session ends.',
    body: ResetPassword,
    errors: ['LINK_OVER'],
    example: { body: { token: TOKEN, password: 'a long password' } },
  },
  recoverAccount: {
    ...formCall('public', 'proof'),
    path: '/api/recover',
    summary: 'Sets a new password by a recovery code, which works once; every session ends.',
    body: RecoverAccount,
    errors: ['WRONG_CODE'],
    example: {
      body: { username: 'dana', code: 'K7QM2X9-DABCDEF-GHJKLMN-PQRSTUV', password: 'a long password' },
    },
  },
  changePassword: {
    ...formCall('member', 'proof'),
    path: '/api/password',
    summary: 'Changes the password; every other session ends.',
    body: ChangePassword,
    errors: ['WRONG_PASSWORD', 'PROOF_NEEDED'],
    example: { body: { currentPassword: 'a long password', password: 'a longer password' } },
  },
  provePassword: {
    ...formCall('member', 'proof'),
    path: '/api/prove-password',
    summary: 'Gives the password again, as some calls ask for when it was not given in the last ten minutes.',
    body: ProvePassword,
    errors: ['WRONG_PASSWORD'],
    example: { body: { password: 'a long password' } },
  },
  setEmail: {
    ...formCall('member', 'proof'),
    path: '/api/email',
    summary: 'Mails a link that confirms an address.',
    body: EmailAddress,
    errors: ['PROOF_NEEDED', 'NOT_FOUND'],
    example: { body: { email: 'dana@mail.example' } },
  },
  confirmEmail: {
    ...formCall('member', 'proof'),
    path: '/api/email/confirm',
    summary: 'Confirms an address by its mailed link, which works once, in a session of its account.',
    body: LinkToken,
    errors: ['LINK_OVER'],
    example: { body: { token: TOKEN } },
  },
  removeEmail: {
    ...formCall('member', 'proof'),
    path: '/api/email/remove',
    summary: 'Takes the confirmed address away.',
    errors: ['PROOF_NEEDED'],
  },
  disconnectDiscord: {
    ...formCall('member', 'proof'),
    path: '/api/discord/disconnect',
    summary: 'Takes Discord from an account that has a password.',
    errors: ['PROOF_NEEDED', 'PASSWORD_NEEDED'],
  },
  recoveryCodes: {
    ...formCall('member', 'proof'),
    path: '/api/recovery-codes',
    summary: 'Makes new recovery codes, which end the old ones.',
    body: MakeCodes,
    answer: NewCodes,
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD'],
  },
  signInByCode: {
    ...formCall('public', 'proof'),
    path: '/api/login/code',
    summary: 'Completes a sign-in with a code of the second factor, within five minutes of the password.',
    body: FactorCode,
    answer: WireUser,
    errors: ['WRONG_FACTOR_CODE', 'SIGN_IN_OVER', 'GUEST_WOULD_END'],
    example: { body: { code: '123456' } },
  },
  beginFactor: {
    ...formCall('member', 'proof'),
    path: '/api/second-factor/begin',
    summary:
      'Draws the secret of a second factor, which the page /settings/factor shows until it is confirmed.',
    errors: ['PROOF_NEEDED', 'FACTOR_IS_ON'],
  },
  confirmFactor: {
    ...formCall('member', 'proof'),
    path: '/api/second-factor/confirm',
    summary: 'Turns the second factor on with its first code; the answer has ten recovery codes.',
    body: FactorCode,
    answer: NewCodes,
    errors: ['PROOF_NEEDED', 'FACTOR_IS_ON', 'NOT_FOUND', 'WRONG_FACTOR_CODE'],
    example: { body: { code: '123456' } },
  },
  turnFactorOff: {
    ...formCall('member', 'proof'),
    path: '/api/second-factor/off',
    summary: 'Turns the second factor off, by the password or a code.',
    body: TurnFactorOff,
    errors: ['WRONG_PASSWORD', 'WRONG_FACTOR_CODE', 'NOT_FOUND'],
    example: { body: { password: 'a long password' } },
  },
  endSession: {
    ...formCall('member'),
    path: '/api/sessions/:id/end',
    summary: 'Signs one device out, with its open sockets.',
    params: SessionId,
    errors: ['NOT_FOUND'],
    example: { params: { id: '0b7d3b1e-8f53-4c3e-9f53-1f2f9d7f4a10' } },
  },
  endOtherSessions: {
    ...formCall('member'),
    path: '/api/sessions/end-others',
    summary: 'Signs all other devices out.',
  },
  changeUsername: {
    ...formCall('member'),
    path: '/api/account/username',
    summary:
      'Changes the username, every 30 days and three times a year; the old one stays reserved for 90 days.',
    body: NewUsername,
    errors: ['USERNAME_TAKEN', 'NAME_TOO_SOON'],
    example: { body: { username: 'dana-levi' } },
  },
  exportData: {
    ...formCall('member'),
    path: '/api/account/export',
    summary: 'All that is kept of the account as one JSON file, once an hour.',
    answer: DataFile,
    errors: ['PROOF_NEEDED', 'TOO_MANY'],
  },
  deleteAccount: {
    ...formCall('member', 'proof'),
    path: '/api/account/delete',
    summary: 'Deletes the account after seven days, in which it can be kept; it is signed out at once.',
    body: DeleteAccount,
    errors: ['WRONG_PASSWORD', 'PROOF_NEEDED', 'LAST_ADMIN', 'OPEN_CLAIM'],
    example: { body: { username: 'dana', password: 'a long password' } },
  },
  keepAccount: {
    ...formCall('member'),
    path: '/api/account/keep',
    summary: 'Keeps an account that was about to be deleted.',
  },
  reportTrader: {
    ...formCall('member'),
    path: '/api/reports',
    summary: 'Reports a trader to the people behind the site, five times a day.',
    body: NewReport,
    errors: ['UNKNOWN_TRADER', 'ALREADY_REPORTED', 'TOO_MANY'],
    example: { body: { username: 'dana', reason: 'other', message: 'Two accounts in one room.' } },
  },
  takeMeasure: {
    ...formCall('staff'),
    path: '/api/measures',
    summary: 'Warns, bars or frees a trader, with a reason they read, and closes the reports of them.',
    body: TakeMeasure,
    repeatable: true,
    errors: ['UNKNOWN_TRADER'],
    example: { body: { username: 'dana', action: 'warn', reason: 'One account a person.' } },
  },
} as const satisfies EndpointTable;
