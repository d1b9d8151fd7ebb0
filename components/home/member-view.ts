/** What a member's home shows under the hero, as text. */

/** An exact figure, which decides colour and triangle, and its text. */
export type SignedFigure = { value: string; text: string };

export type SeasonStripView = {
  /** The season that runs, or the one the reader waits for. */
  number: number;
  isLive: boolean;
  /** With its ₪. */
  prize: string;
  /** In the newest season that has begun. */
  place: { season: number; place: number; traders: string } | null;
  /** When a running season ends by itself, or the awaited one starts. */
  due: { iso: string; left: string } | null;
  /** When the next one starts, null while nobody has said, and whether that is planned to the minute. */
  next: string | null;
  isNextPlanned: boolean;
  /** What everyone starts with; null for a reader who does not trade. */
  startCash: string | null;
  /** The newest season, when it is over. */
  ended: number | null;
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
