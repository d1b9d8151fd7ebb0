/** The data of a member's home page; formatted texts. */
import type { PlaceGap } from '../leaderboard/TradersTable.tsx';
import type { WaitingView } from './WaitingRoom.tsx';

/** `value`: the exact figure, which decides colour and triangle. `text`: the formatted figure. */
export type SignedFigure = { value: string; text: string };

export type SeasonStripView = {
  /** The number of the running season, or of the next one. */
  number: number;
  isLive: boolean;
  /** The prize with its ₪ sign. */
  prize: string;
  /** The reader's place in the newest season that has started; null for a reader without a place. */
  place: { season: number; place: number; traders: string } | null;
  /** The distances to better places, while a season runs. */
  gap: PlaceGap | null;
  /** The planned end of a running season, or else the planned start of the next one; null without a plan. */
  due: { iso: string; left: string } | null;
  /** When the next season starts; null while unknown. `isNextPlanned`: true when it is planned to the minute. */
  next: string | null;
  isNextPlanned: boolean;
  /** The next season's start cash; null for an admin. */
  startCash: string | null;
  /** The number of the newest season if it is over. */
  ended: number | null;
};

export type EquityCard = {
  equity: string;
  /** The change since midnight; null before the season has started. */
  today: (SignedFigure & { percent: string }) | null;
  /** Epoch ms and dollars, from the reader's midnight on. */
  curve: readonly (readonly [at: number, equity: number])[];
  /** `from`, `to`: times of the curve's ends in the reader's zone. `before`: a text with the equity at `from`. */
  foot: { from: string; before: string; to: string } | null;
};

export type PracticeCardView = {
  /** "$100,240.10": the value of the practice account, or its start cash. */
  equity: string;
  /** False before the reader has opened practice. */
  isOpened: boolean;
  /** The change since midnight; null before the reader has opened practice. */
  today: (SignedFigure & { percent: string }) | null;
  /** The value in dollars since the start, oldest first. */
  curve: readonly number[];
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
  /** The first part of the page while no season runs; null otherwise. */
  waiting: WaitingView | null;
  practice: PracticeCardView;
  /** Prizes that the reader has not answered. */
  prizes: readonly { season: number; amount: string; answerBy: string }[];
  /** Null for a reader without a season account, and for an admin. */
  equity: EquityCard | null;
  positions: PositionsCard | null;
  /** The first steps; null once the reader has closed their card, and for an admin. */
  steps: readonly FirstStep[] | null;
  /** `course`: prices from the last close until now, oldest first. */
  movers: readonly { symbol: string; price: string; change: SignedFigure; course: readonly number[] }[];
  source: string;
  /** The newest recording. `isOpen` is false when the recording is for community members and the reader is not one. */
  recording: { id: number; title: string; isOpen: boolean } | null;
  /** True when the reader may open the chart. */
  canTrade: boolean;
  /**
   * Tells a reader without an account in the running season that entry is closed; null while entry is open, for a
   * reader with an account, and for an admin.
   */
  closed: string | null;
  /**
   * The ways to recover the account that the reader can still set up: an address or codes (`either`), or codes alone.
   * Null when the account can be recovered already, and when the reader has not traded yet.
   */
  wayBack: 'either' | 'codes' | null;
};
