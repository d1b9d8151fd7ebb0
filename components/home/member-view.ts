/** What a member's home shows under the hero, as text. */

/** An exact figure, which decides colour and triangle, and its text. */
export type SignedFigure = { value: string; text: string };

export type SeasonStripView = {
  number: number;
  isLive: boolean;
  /** With its ₪. */
  prize: string;
  place: number | null;
  traders: string;
  /** When it ends by itself; of one that is not live, when the season `number` starts. */
  due: { number: number; iso: string; left: string } | null;
  /** When the next one starts, and whether that is planned to the minute. */
  next: string;
  isNextPlanned: boolean;
};

export type EquityCard = {
  equity: string;
  /** Since midnight. */
  today: (SignedFigure & { percent: string }) | null;
  /** Epoch ms and dollars of today, from midnight on. */
  curve: readonly (readonly [at: number, equity: number])[];
  /** Below the curve: when it begins and ends, in the reader's zone, and what the day began with. */
  foot: { from: string; before: string; to: string } | null;
};

export type PositionLine = {
  symbol: string;
  type: 'long' | 'short';
  quantity: string;
  pnl: SignedFigure | null;
};

export type PositionsCard = {
  lines: readonly PositionLine[];
  count: number;
  orders: number;
  unrealized: SignedFigure;
};

export type StepName = 'trade' | 'portfolio' | 'close' | 'table';
export type FirstStep = { name: StepName; isDone: boolean };

export type MemberHomeView = {
  season: SeasonStripView | null;
  /** Null for who has no account in a season. */
  equity: EquityCard | null;
  positions: PositionsCard | null;
  /** Null once the card was closed. */
  steps: readonly FirstStep[] | null;
  /** `course`: prices from the last close until now. */
  movers: readonly { symbol: string; price: string; change: SignedFigure; course: readonly number[] }[];
  /** Whose prices these are. */
  source: string;
  recording: { title: string; url: string } | null;
  /** Whether the chart is open to the reader. */
  canTrade: boolean;
  /** What to set up for who traded and has no way back into the account. */
  wayBack: 'either' | 'codes' | null;
};
