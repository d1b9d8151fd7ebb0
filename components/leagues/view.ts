/** What the pages of leagues show; finished texts unless it says otherwise. */
import type { WayToJoin } from '#core/leagues/leagues.ts';
import type { RosterColumn, RosterOrder } from '#core/leagues/roster.ts';
import type { TradersRow } from '../leaderboard/TradersTable.tsx';

/** A league in the reader's list. */
export type LeagueCard = {
  id: string;
  name: string;
  /** Null while the reader has none. */
  place: string | null;
  /** The exact return in percent, which decides the colour, and its text. */
  change: { value: string; text: string };
  members: string;
  /** When it starts or ends. */
  when: string;
  /** Requests that the reader may decide about; null for none. */
  requests: string | null;
};

/** A league in the directory. */
export type DirectoryCard = { id: string; name: string; facts: readonly string[] };
export type DirectoryView = { leagues: readonly DirectoryCard[]; page: number; pages: number };

export type PendingCard = { id: string; name: string; owner: string };

/** The settings of a league as a form has them, raw. */
export type LeagueValues = {
  name: string;
  about: string;
  prize: string;
  joining: WayToJoin;
  isLateOpen: boolean;
  isListed: boolean;
  /** Of a private game. */
  needsReason: boolean;
};

/** The settings of a league's own game as a form has them, raw. */
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

/** What everybody reads about a league. */
export type LeagueFacts = {
  name: string;
  owner: string;
  about: string;
  prize: string;
  /** Sentences. */
  rules: readonly string[];
};

/** A listed league as people who are no members see it. */
export type ListedView = LeagueFacts & {
  id: string;
  facts: readonly string[];
  /** Whether the owner approves. */
  asks: boolean;
  /** Why the reader cannot join; null when nothing is in the way. */
  refusal: string | null;
  people: readonly { userId: number; username: string }[];
  page: number;
  pages: number;
};

export type LeagueHead = {
  id: string;
  name: string;
  facts: readonly string[];
  /** Why nothing happens here any more; null while something does. */
  note: string | null;
  /** The page that checks a private game; null while there is nothing to check. */
  check: string | null;
  /** Null where nobody may join. */
  invitation: { address: string; code: string } | null;
  /** The page to trade on; null while nobody can. */
  trade: string | null;
  /** A private game's page with the reader's positions; null in a league over the season. */
  portfolio: string | null;
  isAlone: boolean;
  /** The name of the desk's tab; null for people who do not run the league. */
  desk: string | null;
};

export type LeagueTab = 'standings' | 'rules' | 'members' | 'desk';

/** A member's open position; finished texts. */
export type MemberHolding = {
  symbol: string;
  side: 'long' | 'short';
  shares: string;
  average: string;
  value: string;
  /** Null while the market has no price. */
  result: { text: string; change: { value: string; text: string } } | null;
};

/** What a member holds in a private game. */
export type MemberPositionsView = {
  id: string;
  league: string;
  username: string;
  facts: readonly string[];
  /** The exact return in percent, which decides the colour, and its text. */
  change: { value: string; text: string };
  positions: readonly MemberHolding[];
};

/** A row of the table, and why it has no place. */
export type LeagueRow = TradersRow & { left: string | null };

export type StandingsView = {
  rows: readonly LeagueRow[];
  /** About hidden or frozen figures. */
  note: string | null;
  page: number;
  pages: number;
};

export type MemberView = {
  userId: number;
  username: string;
  /** When the member came. */
  when: string;
  role: 'owner' | 'helper' | null;
  /** Why somebody was removed; null for everybody else. */
  reason: string | null;
};

export type MembersView = {
  members: readonly MemberView[];
  page: number;
  pages: number;
  canLeave: boolean;
};

/** A member as the desk lists it: finished texts by column. */
export type RosterRow = {
  userId: number;
  username: string;
  role: MemberView['role'];
  /** The exact return in percent, which decides the colour. */
  change: string;
  texts: Readonly<Record<Exclude<RosterColumn, 'name'>, string>>;
};

/** A member whose dialog is open, and what the reader may do about this member. */
export type ChosenMember = RosterRow & {
  /** The page with the member's positions; null in a league over a season, and before the start. */
  positions: string | null;
  canRemove: boolean;
  isOwnersChoice: boolean;
  /** Why the removal was refused. */
  issue: string | undefined;
};

export type LeagueDeskView = {
  order: RosterOrder;
  columns: readonly RosterColumn[];
  rows: readonly RosterRow[];
  page: number;
  pages: number;
  /** Why columns are missing. */
  notes: readonly string[];
  files: readonly { href: string; label: string }[];
  waiting: readonly MemberView[];
  removed: readonly MemberView[];
  canRenew: boolean;
  chosen: ChosenMember | null;
};

/** Whether and how members can check a private game. */
export type GameProofView = {
  /** A sentence. */
  text: string;
  /** The newest link of its chain, `at` is finished text; null without one. */
  chain: { seq: number; head: string; at: string } | null;
  hasBundle: boolean;
};

export type LeagueRulesView = LeagueFacts & {
  /** Null for a league over the season. */
  proof: GameProofView | null;
  /** A private game has no season, and this is null. */
  seasonNumber: number | null;
  changes: readonly { id: string; text: string; by: string }[];
  /** For the owner while the league is alive. */
  edit: {
    values: LeagueValues;
    /** A league over the season has none of these, and this is null. */
    game: GameValues | null;
    /** Names of fields that cannot change now. */
    fixed: readonly string[];
    zone: string;
    issues: Readonly<Record<string, string>>;
  } | null;
  /** True for the owner of a game that is over. */
  canPlayAgain: boolean;
  /** What the reader may end it with; null for nobody but the owner and admins. */
  ending: 'delete' | 'archive' | 'admin' | null;
};
