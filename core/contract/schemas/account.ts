/** What login and registration take, and what they and GET /api/user answer. */
import { z } from 'zod';
import { PAGE_READERS } from '../../account/page-readers.ts';
import { issue } from '../../refusals/issues.ts';
import { dollars } from '../fields.ts';
import { NextPath } from '../next-path.ts';

// A form can only send text.
const Flag = z
  .union(
    [z.boolean(), z.enum(['true', 'false', '1', '0', 'on', '']).transform((v) => /^(true|1|on)$/.test(v))],
    { error: issue('discordFlag') },
  )
  .optional();

/** The length only keeps work bounded before the real rules are applied. */
const Text = z
  .string({ error: issue('mustBeText') })
  .max(1000, { error: issue('tooLong') })
  .optional();

/** Of a new account; a link confirms it. */
const SignUpEmail = z
  .union([z.literal(''), z.email({ error: issue('email') }).max(254)], { error: issue('email') })
  .optional()
  .describe('Only for a new account: an address that a mailed link confirms');

/** With `isDiscord` the name and password are not looked at: sign-in goes on at /auth/discord. */
export const Credentials = z
  .object({ isDiscord: Flag, username: Text, password: Text, email: SignUpEmail, next: NextPath })
  .transform(({ isDiscord, username, password, email, next }, ctx) => {
    if (isDiscord) return { isDiscord: true as const, next };
    const missing = { username: username === undefined, password: password === undefined };
    if (missing.username)
      ctx.addIssue({ code: 'custom', path: ['username'], message: issue('usernameMissing') });
    if (missing.password)
      ctx.addIssue({ code: 'custom', path: ['password'], message: issue('passwordMissing') });
    const names = { username: username ?? '', password: password ?? '' };
    return { isDiscord: false as const, ...names, email: email || null, next };
  });
export type Credentials = z.output<typeof Credentials>;

export const WireUser = z.object({
  id: z.int(),
  username: z.string(),
  isAdmin: z.boolean(),
  balance: dollars.describe('Cash'),
});
export type WireUser = z.output<typeof WireUser>;

export const WireProfile = z.object({
  userId: z.int(),
  username: z.string(),
  isAdmin: z.boolean(),
  balance: dollars.describe('Cash'),
  level: z.int(),
  xp: z.number(),
  xpToNextLevel: z.number(),
  tkf: z.int(),
  ownedBanners: z.array(z.string()).describe('Addresses of their pictures'),
  ownedThemes: z.array(z.string()).describe('Their names'),
  ownedBadges: z.array(z.string()).describe('Addresses of their pictures'),
  ownedLogos: z.array(z.string()).describe('Addresses of their pictures'),
  activeBanner: z.string().nullable(),
  activeLogo: z.string().nullable(),
  activeBadge: z.string().nullable(),
  activeTheme: z.string().describe('Its item id'),
});
export type WireProfile = z.output<typeof WireProfile>;

/** One's own profile: with the cash that working orders reserve. */
export const OwnProfile = WireProfile.extend({
  available: dollars.describe('Cash that no working order reserves'),
  held: dollars.describe('Cash that working orders reserve'),
  liveOrders: z.int(),
});
export type OwnProfile = z.output<typeof OwnProfile>;

export const OthersProfile = WireProfile.extend({
  isAdmin: z.boolean().optional().describe('Told to the trader and to admins'),
  balance: dollars.nullable().describe("null while the season's rules hide open positions"),
});
/** A profile as others see it. */
export type OthersProfile = z.output<typeof OthersProfile>;

/** A user's id in a path, as far as int4 goes. */
export const UserId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, { error: issue('userId') })
    .transform(Number)
    .refine((id) => id <= 2_147_483_647, { error: issue('userId') }),
});

/** Who may read one's page. */
export const ChoosePageReaders = z.object({ readers: z.enum(PAGE_READERS, { error: issue('pageReaders') }) });
export const PageReadersAnswer = z.object({ readers: z.enum(PAGE_READERS) });
