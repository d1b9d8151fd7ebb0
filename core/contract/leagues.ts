/** Leagues: starting one, joining, and what owners and helpers do. */
import { z } from 'zod';
import {
  LEAGUE_ABOUT,
  LEAGUE_KINDS,
  LEAGUE_PRIZE,
  LEAGUE_REASON,
  leagueNameProblem,
  MOST_REQUESTS,
  normalizeLeagueName,
  WAYS_TO_JOIN,
} from '../leagues/leagues.ts';
import {
  type GameInput,
  MOST_DAY_TRADES,
  MOST_SECTORS,
  MOST_TICKERS,
  POSITION_VIEWS,
} from '../leagues/own-game.ts';
import { DEFAULT_ZONE } from '../locale/locale.ts';
import { isSector, SECTORS } from '../market/screener.ts';
import { tickerOf } from '../market/ticker.ts';
import { issue } from '../refusals/issues.ts';
import { LEAGUE_ID_FORM } from '../season/game.ts';
import { UserId } from './account.ts';
import type { EndpointTable } from './endpoint.ts';
import { FormKey, flag, formCall, lineOfText, linesOfText, optional, readCall } from './fields.ts';
import { momentsOf, RulesShape, StartCash, When } from './season.ts';

export const LeagueId = z.object({
  id: z.string().regex(LEAGUE_ID_FORM),
});

const LeagueName = z
  .string(issue('leagueNameRule'))
  .max(1000, { error: issue('leagueNameRule') })
  .transform(normalizeLeagueName)
  .superRefine((name, context) => {
    const problem = leagueNameProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** Symbols as a list, or as typed with spaces, commas or semicolons between them; empty: all. */
const Tickers = z
  .union([z.string().max(4_000), z.array(z.string().max(32)).max(1_000)], {
    error: issue('mustBeText'),
  })
  .transform((typed, context): string[] | null => {
    const words = (typeof typed === 'string' ? typed.split(/[\s,;]+/) : typed).filter((word) => word !== '');
    const symbols = new Set(words.map(tickerOf));
    if (!symbols.has(null) && symbols.size <= MOST_TICKERS)
      return symbols.size === 0 ? null : ([...symbols] as string[]).sort();
    context.addIssue({ code: 'custom', message: issue('tickersRule'), params: { most: MOST_TICKERS } });
    return z.NEVER;
  });

/** Names of sectors, with commas between them or as a list; empty: all. A form also sends one empty name. */
const Sectors = z
  .union([z.string().max(1_000), z.array(z.string().max(100)).max(100)], { error: issue('mustBeText') })
  .transform((typed, context): string[] | null => {
    const names = [typed].flat().flatMap((text) => text.split(',').map((name) => name.trim()));
    const chosen = SECTORS.filter((sector) => names.includes(sector));
    const isUnknown = names.some((name) => name !== '' && !isSector(name));
    if (!isUnknown && chosen.length <= MOST_SECTORS) return chosen.length === 0 ? null : chosen;
    context.addIssue({ code: 'custom', message: issue('sectorsRule'), params: { most: MOST_SECTORS } });
    return z.NEVER;
  });

const DayTrades = z
  .union([z.string().max(10), z.number(), z.null()])
  .transform((typed, context): number | null => {
    if (typed === null || typed === '') return null;
    const trades = Number(typed);
    if (/^\d{1,3}$/.test(String(typed).trim()) && trades >= 1 && trades <= MOST_DAY_TRADES) return trades;
    context.addIssue({
      code: 'custom',
      message: issue('dayTradesRule'),
      params: { most: MOST_DAY_TRADES },
    });
    return z.NEVER;
  });

/** The settings of a private game; absent ones stay. */
const GameShape = {
  startCash: StartCash.optional().describe('Dollars everybody starts with, 1000 to 10000000'),
  startsAt: When.describe('Up to 90 days ahead; empty: at once'),
  endsAt: When.describe('1 hour to 366 days after the start'),
  zone: z.string().max(60).optional().describe('Of times without an offset'),
  longOnly: RulesShape.longOnly,
  minPrice: RulesShape.minPrice,
  maxShare: RulesShape.maxShare,
  tickers: Tickers.optional().describe(
    'The only symbols that can be bought or shorted, up to 200; empty: all',
  ),
  sectors: Sectors.optional().describe(
    'In place of `tickers`, up to 5 sectors: their symbols of now are the only ones that can be bought or shorted',
  ),
  positionView: z
    .enum(POSITION_VIEWS, { error: issue('positionViewRule') })
    .optional()
    .describe('When members see each other’s positions: `always`, after the `end`, or `never`, as if absent'),
  dayTrades: DayTrades.optional().describe('The most trades of a member a day, 1 to 200; empty: no limit'),
};

const LeagueShape = z.object({
  name: LeagueName,
  about: optional(linesOfText(LEAGUE_ABOUT, issue('mustBeText'))),
  prize: optional(lineOfText(LEAGUE_PRIZE)).describe(
    'What the owner offers; members read that Paperpit does not',
  ),
  joining: z
    .enum(WAYS_TO_JOIN, { error: issue('joiningRule') })
    .describe('What the invitation does: `open` lets people in, `approval` asks first, `closed` refuses'),
  isLateOpen: flag.describe('Whether people may join once the season or the game runs'),
  isListed: flag.describe(
    'Whether everyone who is signed in finds it in the directory, reads its rules and may join from there',
  ),
  needsReason: flag.describe('Of a private game: an order that opens or adds to a position needs a reason'),
  kind: optional(z.enum(LEAGUE_KINDS, { error: issue('leagueKindRule') })).describe(
    '`season`, or absent: the portfolios of the season count; `own`: a game with its own portfolios',
  ),
  intent: FormKey,
  ...GameShape,
});
export const LEAGUE_FIELDS = Object.keys(LeagueShape.shape) as (keyof z.output<typeof LeagueShape>)[];

/** Splits the fields into the settings of the league and the terms of its private game. Local times are in `zone`. */
export const LeagueFields = LeagueShape.transform((fields, context) => {
  const { startCash, startsAt, endsAt, zone = DEFAULT_ZONE, longOnly, minPrice, maxShare, ...rest } = fields;
  const { sectors, tickers, dayTrades, positionView, ...settings } = rest;
  const rules = { longOnly, minPrice, maxShare, sectors, tickers, dayTrades };
  const game: GameInput = {
    ...(startCash !== undefined && { startCash }),
    ...(positionView !== undefined && { positionView }),
    ...momentsOf({ startsAt, endsAt }, zone, context),
    rules: Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)),
  };
  return { ...settings, game };
});
export type LeagueFields = z.output<typeof LeagueFields>;

const Invitation = z.object({
  code: z
    .string({ error: issue('mustBeText') })
    .max(100, { error: issue('tooLong') })
    .describe('In any case, with or without the dash'),
});

const MEMBER_ACTIONS = ['approve', 'refuse', 'remove', 'readmit', 'helper', 'member', 'owner'] as const;

const MemberAction = z
  .object({
    action: z
      .enum(MEMBER_ACTIONS, { error: issue('leagueAction') })
      .describe('`readmit` lets a removed person use the invitation again; `owner` hands the league over'),
    reason: optional(lineOfText(LEAGUE_REASON)).describe('Why the person is removed, who reads it'),
  })
  .refine(({ action, reason }) => action !== 'remove' || reason, {
    path: ['reason'],
    error: issue('giveReason'),
  });
export type MemberAction = z.output<typeof MemberAction>;

const CHOOSE = { error: issue('chooseRequests') };
/** A form sends the ids of the people on its page, so that the owner approves nobody unseen. */
const Requests = z
  .object({
    people: z.union([z.string().max(2_000), z.array(z.union([z.string(), z.int()])).max(1_000)], CHOOSE),
  })
  .transform(({ people }) => ({
    people: typeof people === 'string' ? people.split(',') : people,
  }))
  .pipe(z.object({ people: z.array(UserId.shape.id).min(1, CHOOSE).max(MOST_REQUESTS, CHOOSE) }));

const ArchiveLeague = z.object({
  reason: optional(
    z
      .string({ error: issue('mustBeText') })
      .trim()
      .max(LEAGUE_REASON, { error: issue('mostCharactersFull') }),
  ).describe('Needed from an admin of the site'),
});

const LeagueTable = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(LEAGUE_KINDS),
  season: z.int().nullable().describe('Null in a league with a game of its own'),
  phase: z.enum(['before', 'running', 'over']),
  members: z.int(),
  rows: z.array(
    z.object({
      userId: z.int(),
      username: z.string(),
      place: z.int().nullable(),
      change: z.string().describe('Percent since joining; in a game of its own, of the start cash'),
      hasLeft: z.boolean(),
    }),
  ),
});

const FIELDS = { name: 'Class 10b', about: 'Fridays', joining: 'open', isLateOpen: true };
const EXAMPLE = { params: { id: 'K7QM2X' } };
const LEAGUE_FILE = {
  ...readCall('member'),
  params: LeagueId,
  media: ['text/csv'],
  errors: ['NOT_FOUND'],
  example: EXAMPLE,
} as const;

const Joined = z.object({ id: z.string(), state: z.enum(['in', 'waiting']) });
const JOIN_ERRORS = [
  'REMOVED',
  'ALREADY_IN',
  'LEAGUE_ENDED',
  'JOINING_CLOSED',
  'LEAGUE_STARTED',
  'LEAGUE_FULL',
  'TOO_MANY_LEAGUES',
] as const;

export const leagueEndpoints = {
  addLeague: {
    ...formCall('member'),
    path: '/api/leagues',
    summary: 'Starts a league over the running season or the next one, or with a game of its own.',
    body: LeagueFields,
    answer: z.object({ id: z.string(), code: z.string().describe('Of the invitation') }),
    status: 201,
    repeatable: true,
    errors: ['TOO_MANY_LEAGUES', 'ACCOUNT_TOO_NEW'],
    example: { body: FIELDS },
  },
  previewLeague: {
    ...formCall('member', 'read'),
    path: '/api/leagues/preview',
    summary: 'The rules of a league as sentences, as its members will read them. Stores nothing.',
    body: LeagueFields,
    answer: z.object({ rules: z.array(z.string()) }),
    errors: ['ACCOUNT_TOO_NEW'],
    example: { body: FIELDS },
  },
  joinLeague: {
    ...formCall('member'),
    path: '/api/leagues/join',
    summary: 'Joins a league by its invitation, or asks to.',
    body: Invitation,
    answer: Joined,
    errors: ['NO_SUCH_INVITATION', 'TOO_MANY', ...JOIN_ERRORS],
    example: { body: { code: 'K7QM-2X9D' } },
  },
  joinListedLeague: {
    ...formCall('member'),
    path: '/api/leagues/:id/join',
    summary: 'Joins a league of the directory, or asks to.',
    params: LeagueId,
    answer: Joined,
    errors: ['NOT_FOUND', ...JOIN_ERRORS],
    example: EXAMPLE,
  },
  leagueTable: {
    ...readCall('member'),
    path: '/api/leagues/:id',
    summary: 'The table of a league that the reader is in, best first.',
    params: LeagueId,
    answer: LeagueTable,
    errors: ['NOT_FOUND'],
    example: EXAMPLE,
  },
  leagueRoster: {
    ...LEAGUE_FILE,
    path: '/api/leagues/:id/roster',
    summary: 'The members of a league with their figures, best first. For the owner and helpers.',
  },
  leagueTrades: {
    ...LEAGUE_FILE,
    path: '/api/leagues/:id/trades',
    summary:
      'Every fill of a private game, oldest first. For the owner and helpers; a league over a season has none.',
  },
  leagueEquity: {
    ...LEAGUE_FILE,
    path: '/api/leagues/:id/equity',
    summary:
      'What each account of a private game was worth at the end of each day. For the owner and helpers; a league over a season has none.',
  },
  leagueBundle: {
    method: 'GET',
    path: '/api/leagues/:id/bundle',
    summary:
      'All that a private game can be checked by, as gzipped JSON lines, once it is over and its seeds are public. For members, and people who have traded in it and left.',
    access: 'member',
    limit: 'bundle',
    params: LeagueId,
    media: ['application/gzip'],
    errors: ['NOT_FOUND', 'BUNDLE_NOT_YET'],
    example: EXAMPLE,
  },
  changeLeague: {
    ...formCall('member'),
    path: '/api/leagues/:id',
    summary: 'Changes a league; a field that is absent becomes empty.',
    params: LeagueId,
    body: LeagueFields,
    errors: ['NOT_FOUND', 'SETTING_FIXED', 'LEAGUE_ENDED', 'ACCOUNT_TOO_NEW'],
    example: { ...EXAMPLE, body: FIELDS },
  },
  leaveLeague: {
    ...formCall('member'),
    path: '/api/leagues/:id/leave',
    summary: 'Leaves a league, or takes a request back.',
    params: LeagueId,
    errors: ['NOT_FOUND', 'LEAGUE_OWNER'],
    example: EXAMPLE,
  },
  playAgain: {
    ...formCall('member'),
    path: '/api/leagues/:id/again',
    summary: 'Starts a private game that is over again, with the same settings; its members are invited.',
    params: LeagueId,
    answer: z.object({
      id: z.string(),
      code: z.string(),
      missing: z
        .array(z.string())
        .describe(
          'Tickers or sectors of the old game that the market no longer has, so the new game lacks them',
        ),
    }),
    status: 201,
    errors: ['NOT_FOUND', 'TOO_MANY_LEAGUES', 'ACCOUNT_TOO_NEW'],
    example: EXAMPLE,
  },
  renewInvitation: {
    ...formCall('member'),
    path: '/api/leagues/:id/code',
    summary: 'Makes a new invitation; the old one ends at once. For the owner and helpers.',
    params: LeagueId,
    answer: z.object({ code: z.string() }),
    errors: ['NOT_FOUND'],
    example: EXAMPLE,
  },
  archiveLeague: {
    ...formCall('member'),
    path: '/api/leagues/:id/archive',
    summary:
      'Archives a league for good; one that nobody joined, or whose season has not started, is deleted.',
    params: LeagueId,
    body: ArchiveLeague,
    errors: ['NOT_FOUND'],
    example: { ...EXAMPLE, body: {} },
  },
  approveMembers: {
    ...formCall('member'),
    path: '/api/leagues/:id/approve',
    summary: 'Approves up to 100 requests to join. For the owner and helpers.',
    params: LeagueId,
    body: Requests,
    answer: z.object({
      approved: z.int().describe('Without requests that were decided or taken back meanwhile'),
    }),
    errors: ['NOT_FOUND', 'LEAGUE_ENDED'],
    example: { ...EXAMPLE, body: { people: '2,3' } },
  },
  changeMember: {
    ...formCall('member'),
    path: '/api/leagues/:id/members/:userId',
    summary: 'What the owner and helpers do with a member, or with a request to join.',
    params: LeagueId.extend({ userId: UserId.shape.id }),
    body: MemberAction,
    errors: ['NOT_FOUND', 'LEAGUE_ENDED', 'TOO_MANY_HELPERS', 'TOO_MANY_LEAGUES'],
    example: { params: { id: 'K7QM2X', userId: '2' }, body: { action: 'approve' } },
  },
} as const satisfies EndpointTable;
