/** The data of the leagues' pages: formatted texts unless stated otherwise. */
import type { LeagueSettings } from '#core/leagues/leagues.ts';
import type { RosterColumn, RosterOrder } from '#core/leagues/roster.ts';
import type { TradersRow } from '../leaderboard/TradersTable.tsx';
import type { FairnessView } from '../season/Fairness.tsx';

export type LeagueCard = {
  id: string;
  name: string;
  /** The season over which the league is played, or the start cash of its private game. */
  kind: string;
  /** The page to trade on; null while nobody can trade. */
  trade: string | null;
  place: string | null;
  /** `value`: the exact return in percent, which decides the colour. `text`: the return, formatted. */
  change: { value: string; text: string };
  /**
   * The return since midnight of the reader's zone, or since a later start. Null for a member who joined later or has
   * no account, and while nobody can trade.
   */
  today: { since: string; change: { value: string; text: string } } | null;
  members: string;
  /** When the league starts or ends, or that it is over or archived. */
  when: string;
  /** The number of requests to join, for the league's owner; null without requests, and for other members. */
  requests: string | null;
};

export type DirectoryCard = { id: string; name: string; facts: readonly string[] };
export type DirectoryView = { leagues: readonly DirectoryCard[]; page: number; pages: number };

export type PendingCard = { id: string; name: string; owner: string };

/** The settings of a private game as raw values of the form. */
export type GameValues = Record<
  | 'startCash'
  | 'startsAt'
  | 'endsAt'
  | 'longOnly'
  | 'minPrice'
  | 'maxShare'
  | 'sectors'
  | 'tickers'
  | 'dayTrades'
  | 'positionView',
  string
>;

/** The facts about a league that everybody may read. */
export type LeagueFacts = {
  name: string;
  owner: string;
  about: string;
  prize: string;
  /** Sentences. */
  rules: readonly string[];
};

/** The data of a listed league for a non-member. */
export type ListedView = LeagueFacts & {
  id: string;
  facts: readonly string[];
  /** True when the owner must approve. */
  asks: boolean;
  /** Why the reader cannot join; null for a reader who can. */
  refusal: string | null;
  people: readonly { userId: number; username: string }[];
  page: number;
  pages: number;
};

export type LeagueHead = {
  id: string;
  name: string;
  facts: readonly string[];
  /** Why the league is no longer active; null while it is. */
  note: string | null;
  /** The page that checks a private game; null until the game is over, and for a game without a chain. */
  check: string | null;
  /** Null while nobody can join. */
  invitation: { address: string; code: string } | null;
  /** The page to trade on; null while nobody can trade. */
  trade: string | null;
  /** The page with the reader's positions in a private game; null before its start, and in a league over the season. */
  portfolio: string | null;
  isAlone: boolean;
  /** The name of the desk's tab; null for readers who do not run the league. */
  desk: string | null;
};

export type LeagueTab = 'standings' | 'rules' | 'members' | 'desk';

export type MemberHolding = {
  symbol: string;
  side: 'long' | 'short';
  shares: string;
  average: string;
  value: string;
  /** Null while the market has no price. */
  result: { text: string; change: { value: string; text: string } } | null;
};

export type MemberPositionsView = {
  id: string;
  league: string;
  username: string;
  facts: readonly string[];
  /** `value`: the exact return in percent, which decides the colour. `text`: the return, formatted. */
  change: { value: string; text: string };
  positions: readonly MemberHolding[];
};

/** A row of the table. `left`: when a former member left the league; null for a member. */
export type LeagueRow = TradersRow & { left: string | null };

export type StandingsView = {
  rows: readonly LeagueRow[];
  /** A sentence about hidden or frozen figures; null while all figures are current. */
  note: string | null;
  page: number;
  pages: number;
};

export type MemberView = {
  userId: number;
  username: string;
  /** When the person joined, asked to join, or was removed. */
  when: string;
  role: 'owner' | 'helper' | null;
  /** Why the member was removed; null for current members. */
  reason: string | null;
};

export type MembersView = {
  members: readonly MemberView[];
  page: number;
  pages: number;
  /** What leaving means, as sentences; null for readers who cannot leave. */
  leaving: readonly string[] | null;
};

/** A member in the list of the desk, with formatted texts by column. */
export type RosterRow = {
  userId: number;
  username: string;
  role: MemberView['role'];
  /** The exact return in percent, which decides the colour. */
  change: string;
  texts: Readonly<Record<Exclude<RosterColumn, 'name'>, string>>;
};

/** The member whose dialog is open, and the reader's actions on this member. */
export type ChosenMember = RosterRow & {
  /** The page with the member's positions; null in a league over the season, and before the start. */
  positions: string | null;
  canRemove: boolean;
  isOwnersChoice: boolean;
  /** Why a removal was refused. */
  issue: string | undefined;
};

export type LeagueDeskView = {
  order: RosterOrder;
  columns: readonly RosterColumn[];
  rows: readonly RosterRow[];
  page: number;
  pages: number;
  /** Sentences that explain the columns, and why some are missing. */
  notes: readonly string[];
  files: readonly { href: string; label: string }[];
  waiting: readonly MemberView[];
  removed: readonly MemberView[];
  canRenew: boolean;
  chosen: ChosenMember | null;
};

/** The proof of a private game, for its members. */
export type GameProofView = Pick<FairnessView, 'chain' | 'hasBundle'> & {
  /** A sentence. */
  text: string;
};

export type LeagueRulesView = LeagueFacts & {
  /** Null for a league over the season. */
  proof: GameProofView | null;
  /** Null for a private game. */
  seasonNumber: number | null;
  changes: readonly { id: string; text: string; by: string }[];
  /** The owner's settings while the league is active; otherwise null. */
  edit: {
    values: LeagueSettings;
    /** Null for a league over the season. */
    game: GameValues | null;
    /** Names of fields that cannot be changed now. */
    fixed: readonly string[];
    zone: string;
    issues: Readonly<Record<string, string>>;
  } | null;
  /** True for the owner of a game that is over. */
  canPlayAgain: boolean;
  /** The way in which the owner or an admin may end the league; null for other readers, and once it is archived. */
  ending: 'delete' | 'archive' | 'admin' | null;
  /** True when archiving ends a running game. */
  endsGame: boolean;
};
