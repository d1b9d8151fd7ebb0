/** Leagues: who may join one, and what may be changed. Pure. */
import { JOIN_CODE_LENGTH, readJoinCode } from '../account/join-links.ts';
import { isReservedPhrase } from '../account/reserved-names.ts';
import { isReadablePhrase } from '../account/username.ts';
import type { SeasonStatus } from '../season/season.ts';

/** `season`: the league ranks its members' portfolios in a public season. `own`: the league has a private game. */
export const LEAGUE_KINDS = ['season', 'own'] as const;
export type LeagueKind = (typeof LEAGUE_KINDS)[number];

/**
 * Limits by kind. `members`: of one league, requests that wait for approval included. `owned`, `joined`: leagues of one account, without
 * leagues that are over or archived.
 */
export const LEAGUE_LIMITS: Record<LeagueKind, { members: number; owned: number; joined: number }> = {
  season: { members: 500, owned: 10, joined: 50 },
  own: { members: 100, owned: 3, joined: 20 },
};
export const LEAGUE_HELPERS = 5;
/** Most requests that one call approves, and that the desk shows. */
export const MOST_REQUESTS = 100;

/** Bounds of a name's length, code points. */
export const LEAGUE_NAME = { least: 3, most: 40 } as const;
export const LEAGUE_ABOUT = 500;
export const LEAGUE_PRIZE = 140;
export const LEAGUE_REASON = 200;

/** How the invitation lets people in: at once, once the owner approves, or not at all. */
export const WAYS_TO_JOIN = ['open', 'approval', 'closed'] as const;
export type WayToJoin = (typeof WAYS_TO_JOIN)[number];

export type LeagueSettings = {
  name: string;
  about: string;
  prize: string;
  joining: WayToJoin;
  /** True when people may join even after the season or the game has started. */
  isLateOpen: boolean;
  isListed: boolean;
  /** True when in the private game an order that opens or adds to a position needs a reason. */
  needsReason: boolean;
};

export const settingsOf = ({
  name,
  about,
  prize,
  joining,
  isLateOpen,
  isListed,
  needsReason,
}: LeagueSettings): LeagueSettings => ({
  name,
  about,
  prize,
  joining,
  isLateOpen,
  isListed,
  needsReason,
});

/** An account may list a league in the directory after this many days. */
export const LISTING_DAYS = 7;

/** True when an account is old enough to list a league. @param now epoch ms */
export const mayList = (accountSince: Date, now: number): boolean =>
  now - accountSince.getTime() >= LISTING_DAYS * 86_400_000;

export type MemberState = 'waiting' | 'in' | 'left' | 'removed';

export type LeaguePhase = 'before' | 'running' | 'over';

/** Returns the code in a typed invitation, without blanks and hyphens; null for any other text. */
export const readInvitation = (text: string): string | null =>
  readJoinCode(text.replace(/[\s\u2010-\u2015-]/g, ''));

/** Returns the code as people read it: "K7QM-2X9D". */
export const invitationText = (code: string): string =>
  `${code.slice(0, JOIN_CODE_LENGTH / 2)}-${code.slice(JOIN_CODE_LENGTH / 2)}`;

/** Returns a league's name as the database stores it: NFKC, single spaces. */
export const normalizeLeagueName = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ');

const NAME_LETTERS = /^[\p{L}\p{M}\p{Nd} .,:;!?&+'’"״׳()/#@_–-]+$/u;

/** Returns the issue of a name that no league may have, else null. */
export function leagueNameProblem(name: string): 'leagueNameRule' | 'usernameReserved' | null {
  const normal = normalizeLeagueName(name);
  const length = [...normal].length;
  const isFit = length >= LEAGUE_NAME.least && length <= LEAGUE_NAME.most && NAME_LETTERS.test(normal);
  if (!isFit || !isReadablePhrase(normal)) return 'leagueNameRule';
  return isReservedPhrase(normal) ? 'usernameReserved' : null;
}

/** The facts that decide whether a person may join a league. */
export type Door = {
  kind: LeagueKind;
  phase: LeaguePhase;
  joining: WayToJoin;
  isLateOpen: boolean;
  /** Members, and requests that wait for approval. */
  places: number;
  /** The person's membership; null for a person who never asked, or who withdrew the request. */
  state: MemberState | null;
  /** Leagues of this kind that the person is in or waits for. */
  joined: number;
};

/** Returns why a person may not join; null for a person who may. */
export function joinProblem({ kind, phase, joining, isLateOpen, places, state, joined }: Door) {
  if (state === 'removed') return 'REMOVED';
  if (state === 'in') return 'ALREADY_IN';
  if (state === 'waiting') return 'ALREADY_IN.waiting';
  if (phase === 'over') return 'LEAGUE_ENDED';
  if (joining === 'closed') return 'JOINING_CLOSED';
  // members who left may come back after the start
  if (phase === 'running' && !isLateOpen && state === null) return 'LEAGUE_STARTED';
  const limits = LEAGUE_LIMITS[kind];
  if (places >= limits.members) return 'LEAGUE_FULL';
  return joined >= limits.joined ? 'TOO_MANY_LEAGUES.joined' : null;
}

/** True while the link lets in a person who never was a member, if there is a place. */
export const isLinkOpen = (
  { joining, isLateOpen }: Pick<LeagueSettings, 'joining' | 'isLateOpen'>,
  phase: LeaguePhase,
): boolean => joining !== 'closed' && (phase === 'before' || (phase === 'running' && isLateOpen));

/**
 * Returns the phase of a league.
 * @param league the number of its season, or its private game
 * @param current the newest season; null before the first one
 */
export function leaguePhase(
  { seasonNumber: number, game }: { seasonNumber: number | null; game: { status: SeasonStatus } | null },
  current: { number: number; status: string } | null,
): LeaguePhase {
  if (game) return game.status === 'waiting' ? 'before' : game.status === 'active' ? 'running' : 'over';
  if (number === null || !current || number > current.number) return 'before';
  if (number < current.number) return 'over';
  if (current.status === 'waiting') return 'before';
  return current.status === 'active' ? 'running' : 'over';
}
