/** Signing in, the profile, and the reader's own settings. */
import { z } from 'zod';
import { MOST_JOIN_DAYS, MOST_JOIN_LABEL, MOST_JOIN_USES } from '../account/join-links.ts';
import { CHOSEN_TOPICS, NOTIFICATION_TOPICS } from '../account/notifications.ts';
import { ACCOUNT_ROLES, PAGE_READERS } from '../account/permissions.ts';
import { DEFAULT_LOCALE, LOCALES } from '../locale/locale.ts';
import { issue } from '../refusals/issues.ts';
import { CONTACT_FIELDS, type ContactField } from './contact.ts';
import type { EndpointTable } from './endpoint.ts';
import {
  countField,
  Done,
  dollars,
  FormKey,
  formCall,
  GameChoice,
  MOST_INT4,
  NextPath,
  RowId,
  readCall,
  reasonField,
  rowNumber,
} from './fields.ts';

export const PEOPLE_TABS = ['newest', 'suspended', 'staff'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

/** A boolean, or the text of a form's checkbox. */
const Flag = z
  .union(
    [z.boolean(), z.enum(['true', 'false', '1', '0', 'on', '']).transform((v) => /^(true|1|on)$/.test(v))],
    { error: issue('discordFlag') },
  )
  .optional();

/** A name or password. Its rules are checked later; the limit here bounds the work of that check. */
const Text = z.string({ error: issue('mustBeText') }).max(1000, { error: issue('tooLong') });

const SignUpEmail = z
  .union([z.literal(''), z.email({ error: issue('email') }).max(254)], { error: issue('email') })
  .optional()
  .describe('Only for a new account: an address that a mailed link confirms');

/** The code of a join link as typed, in upper case; null for a blank one. */
const JoinCode = z
  .string({ error: issue('mustBeText') })
  .max(100, { error: issue('tooLong') })
  .optional()
  .transform((text) => text?.trim().toUpperCase() || null)
  .describe('Only for a new account: the code of the join link it came by');

const EndsGuest = Flag.describe('Only for a guest who signs in: ends the guest, with all practice trades');

/** With `isDiscord` the server ignores name and password: sign-in continues at /auth/discord. */
const Credentials = z
  .object({
    isDiscord: Flag,
    // PostgreSQL stores no NUL
    username: Text.refine((name) => !name.includes('\0'), { error: issue('charactersRefused') }).optional(),
    password: Text.optional(),
    email: SignUpEmail,
    join: JoinCode,
    endsGuest: EndsGuest,
    next: NextPath,
    intent: FormKey.describe('Of a form that registers: sent again, it signs in to the account that it made'),
  })
  .transform(({ isDiscord, username, password, email, join, endsGuest = false, next, intent }, ctx) => {
    if (isDiscord) return { isDiscord: true as const, join, endsGuest, next };
    const missing = { username: username === undefined, password: password === undefined };
    if (missing.username)
      ctx.addIssue({ code: 'custom', path: ['username'], message: issue('usernameMissing') });
    if (missing.password)
      ctx.addIssue({ code: 'custom', path: ['password'], message: issue('passwordMissing') });
    const names = { username: username ?? '', password: password ?? '' };
    return { isDiscord: false as const, ...names, email: email || null, join, endsGuest, next, intent };
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

const OwnProfile = WireProfile.extend({
  available: dollars.describe('Cash that no working order reserves'),
  held: dollars.describe('Cash that working orders reserve'),
  liveOrders: z.int(),
});
export type OwnProfile = z.output<typeof OwnProfile>;

export const OthersProfile = WireProfile.extend({
  isAdmin: z.boolean().optional().describe('Told to the trader and to admins'),
  balance: dollars.nullable().describe("null while the season's rules hide open positions"),
});
export type OthersProfile = z.output<typeof OthersProfile>;

/** An account's id in a path. */
export const UserId = z.object({ id: rowNumber(MOST_INT4, issue('userId')) });

const ChoosePageReaders = z.object({ readers: z.enum(PAGE_READERS, { error: issue('pageReaders') }) });
const PageReadersAnswer = z.object({ readers: z.enum(PAGE_READERS) });

const Typed = z
  .string({ error: issue('mustBeText') })
  .optional()
  .describe('Typed into the contact form; its page shows it again');
const OfContact = z.unknown().optional().describe('Of the contact form; ignored');

const ChooseLanguage = z.object({
  language: z.enum(LOCALES, { error: issue('language') }),
  next: NextPath,
  ...(Object.fromEntries(CONTACT_FIELDS.map((name) => [name, Typed])) as Record<ContactField, typeof Typed>),
  purpose: OfContact,
  website: OfContact,
  intent: OfContact,
});

const LanguageAnswer = z.object({ language: z.enum(LOCALES) });

const NewJoinLink = z.object({
  label: z
    .string(issue('labelMissing'))
    .trim()
    .min(1, issue('labelMissing'))
    .max(MOST_JOIN_LABEL, { error: issue('mostCharacters') }),
  uses: countField(MOST_JOIN_USES).describe('Accounts that may be made by it'),
  days: countField(MOST_JOIN_DAYS).describe('Days it is valid'),
});

const Reason = reasonField(issue('mustBeText'));
const ReasonForm = z
  .enum(['sessions', 'factor'])
  .optional()
  .describe('The form of the page: a refused reason comes back in it');
const TakeFactor = z.object({ reason: Reason.describe('The person reads it'), act: ReasonForm });
const EndSessions = z.object({ reason: Reason.describe('In the log alone'), act: ReasonForm });

const ChooseRole = z.object({
  username: z.string({ error: issue('usernameMissing') }).max(1000, { error: issue('tooLong') }),
  role: z.enum(ACCOUNT_ROLES, { error: issue('roleRule') }),
  reason: Reason,
});

export const MOST_NOTE = 2000;
const NewPersonNote = z.object({
  note: z
    .string({ error: issue('mustBeText') })
    .trim()
    .min(1, { error: issue('noteMissing') })
    .max(MOST_NOTE, { error: issue('mostCharactersFull') }),
});

/** Kinds of notifications. A form also sends an empty text, so that a person can choose no kind at all. */
const Topics = z
  .preprocess(
    (topics) =>
      typeof topics === 'string' || Array.isArray(topics) ? [topics].flat().filter(Boolean) : topics,
    z
      .array(z.enum(CHOSEN_TOPICS, { error: issue('topicRule') }), { error: issue('topicRule') })
      .max(NOTIFICATION_TOPICS.length),
  )
  .describe('Kinds of notifications');
const ChooseChannels = z.object({ site: Topics, mail: Topics });

const PersonEmail = z.object({ email: z.string().nullable() });

const JoinLinkAnswer = z.object({ id: z.int(), code: z.string() });

const NotificationId = z.object({ id: rowNumber(Number.MAX_SAFE_INTEGER) });

export const accountEndpoints = {
  login: {
    ...formCall('public', 'login'),
    path: '/api/login',
    summary:
      'Opens a session. With isDiscord the browser is led to Discord instead, with a second factor to /auth/code.',
    body: Credentials,
    answer: WireUser,
    errors: ['BAD_CREDENTIALS', 'SIGN_IN_OVER', 'GUEST_WOULD_END'],
    example: { body: { username: 'dana', password: 'a long password' } },
  },
  register: {
    ...formCall('public', 'register'),
    path: '/api/register',
    summary:
      "Makes a trader with this season's start cash, and signs them in. A guest keeps the account, with its practice.",
    body: Credentials,
    answer: WireUser,
    errors: ['USERNAME_TAKEN', 'JOIN_OVER', 'SIGNED_OUT'],
    example: { body: { username: 'dana', password: 'a long password' } },
  },
  guest: {
    ...formCall('public', 'register'),
    path: '/api/guest',
    summary:
      'Makes a guest, who trades in practice alone, and signs them in; who is signed in already stays.',
    query: z.object({ lang: z.enum(LOCALES, { error: issue('language') }).optional() }),
    answer: WireUser,
    errors: ['NOT_FOUND'],
  },
  closeGuestBar: {
    ...formCall('guest'),
    path: '/api/guest/bar',
    summary: 'Closes the bar that offers a guest to keep the account, until the browser is closed.',
    body: z.object({ next: NextPath }),
    answer: Done,
    example: { body: {} },
  },
  logout: {
    ...formCall('public'),
    path: '/api/logout',
    summary: 'Ends the session, with its open sockets.',
  },
  user: {
    method: 'GET',
    path: '/api/user',
    summary: 'Who is signed in.',
    access: 'guest',
    answer: WireUser,
  },
  language: {
    ...formCall('public'),
    path: '/api/language',
    summary: 'Chooses the language of this browser and, when somebody is signed in, of their account.',
    body: ChooseLanguage,
    answer: LanguageAnswer,
    example: { body: { language: DEFAULT_LOCALE } },
  },
  closeFirstSteps: {
    ...formCall('member'),
    path: '/api/first-steps/close',
    summary: 'Closes the card of first steps on the home page for good.',
  },
  choosePageReaders: {
    ...formCall('member'),
    path: '/api/user/page',
    summary: "Chooses who may read one's page: everyone, members, or nobody else.",
    body: ChoosePageReaders,
    answer: PageReadersAnswer,
    example: { body: { readers: 'members' } },
  },
  discordStart: {
    method: 'GET',
    path: '/auth/discord',
    summary: 'Leads the browser to Discord, to sign in there.',
    access: 'public',
    status: 303,
  },
  discordCallback: {
    method: 'GET',
    path: '/auth/discord/callback',
    summary:
      'Where Discord leads the browser back to: signs the person in, with a new account the first time. A browser that knows another account is asked first.',
    access: 'public',
    limit: 'login',
    status: 303,
  },
  discordNewcomer: {
    method: 'POST',
    path: '/api/discord/newcomer',
    summary: 'Makes the trader that somebody from Discord was asked about, and signs them in.',
    access: 'public',
    limit: 'login',
    form: true,
    status: 303,
  },
  ownProfile: {
    method: 'GET',
    path: '/api/user-profile',
    summary: 'The profile of who is signed in, with the cash of a game.',
    access: 'guest',
    query: z.object({ game: GameChoice }),
    answer: OwnProfile,
  },
  profile: {
    ...readCall('member'),
    path: '/api/user-profile/:id',
    summary: "Any trader's profile, as the reader may see it.",
    params: UserId,
    answer: OthersProfile,
    errors: ['UNKNOWN_TRADER'],
    example: { params: { id: '7' } },
  },
  chooseRole: {
    ...formCall('admin'),
    path: '/api/role',
    summary: 'Makes somebody a trader, a moderator or an admin.',
    body: ChooseRole,
    errors: ['UNKNOWN_TRADER', 'LAST_ADMIN', 'OWN_ACCOUNT'],
    example: { body: { username: 'dana', role: 'moderator', reason: 'Helps with the messages.' } },
  },
  showEmail: {
    ...formCall('staff'),
    path: '/api/people/:id/email',
    summary: "Shows the staff a person's e-mail address. The log keeps who looked.",
    params: UserId,
    answer: PersonEmail,
    errors: ['NOT_FOUND'],
    example: { params: { id: '7' } },
  },
  readNotifications: {
    ...formCall('member'),
    path: '/api/notifications/read',
    summary: 'Marks all notifications of who is signed in as read.',
  },
  readNotification: {
    ...formCall('member'),
    path: '/api/notifications/:id/read',
    summary: 'Marks one notification of who is signed in as read.',
    params: NotificationId,
    body: z.object({ next: NextPath }),
    example: { params: { id: '1' }, body: {} },
  },
  chooseChannels: {
    ...formCall('member'),
    path: '/api/notifications/channels',
    summary: 'Stores which kinds of notifications are listed on the site, and which are mailed.',
    body: ChooseChannels,
    example: { body: { site: ['order', 'cover', 'season'], mail: ['season'] } },
  },
  takeFactor: {
    ...formCall('admin'),
    path: '/api/people/:id/second-factor/take',
    summary:
      'Takes the second factor from somebody who lost it; their sessions end, and they read the reason.',
    params: UserId,
    body: TakeFactor,
    errors: ['NOT_FOUND', 'OWN_ACCOUNT'],
    example: { params: { id: '7' }, body: { reason: 'Lost the phone, and showed who it is.' } },
  },
  endPersonSessions: {
    ...formCall('staff'),
    path: '/api/people/:id/sessions/end',
    summary: 'Signs somebody out on all devices, with their open sockets.',
    params: UserId,
    body: EndSessions,
    errors: ['NOT_FOUND', 'OWN_ACCOUNT'],
    example: { params: { id: '7' }, body: { reason: 'Somebody else knew the password.' } },
  },
  personFills: {
    ...readCall('staff'),
    path: '/api/people/:id/fills',
    summary: 'All fills of somebody as CSV, newest first.',
    params: UserId,
    media: ['text/csv'],
    errors: ['NOT_FOUND'],
    example: { params: { id: '7' } },
  },
  addPersonNote: {
    ...formCall('staff'),
    path: '/api/people/:id/notes',
    summary: 'Adds a note about a person that the staff alone reads.',
    params: UserId,
    body: NewPersonNote,
    errors: ['NOT_FOUND'],
    example: { params: { id: '7' }, body: { note: 'Called about the prize.' } },
  },
  addJoinLink: {
    ...formCall('admin'),
    path: '/api/join-links',
    summary: 'Makes a link by which a number of people register, whatever their network.',
    body: NewJoinLink,
    answer: JoinLinkAnswer,
    status: 201,
    example: { body: { label: 'Class 10b', uses: 30, days: 7 } },
  },
  endJoinLink: {
    ...formCall('admin'),
    path: '/api/join-links/:id/end',
    summary: 'Ends a join link at once.',
    params: RowId,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
} as const satisfies EndpointTable;
