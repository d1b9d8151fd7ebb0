/** The data of a member's home; finished texts. */
import type { PlaceGap } from '../leaderboard/TradersTable.tsx';
import type { WaitingView } from './WaitingRoom.tsx';

/** The exact figure, which decides colour and triangle, and its text. */
export type SignedFigure = { value: string; text: string };

export type SeasonStripView = {
  /** The running season, or the next one. */
  number: number;
  isLive: boolean;
  /** With its ₪. */
  prize: string;
  /** In the newest season that has begun. */
  place: { season: number; place: number; traders: string } | null;
  /** How far better places are, while a season runs. */
  gap: PlaceGap | null;
  /** The planned end of a running season, or the planned start of the next one. */
  due: { iso: string; left: string } | null;
  /** When the next one starts, null while nobody has said, and whether that is planned to the minute. */
  next: string | null;
  isNextPlanned: boolean;
  /** Everyone's start cash; null for a reader who does not trade. */
  startCash: string | null;
  /** The newest season, when it is over. */
  ended: number | null;
};

export type EquityCard = {
  equity: string;
  /** Since midnight. */
  today: (SignedFigure & { percent: string }) | null;
  /** Epoch ms and dollars, from the reader's midnight on. */
  curve: readonly (readonly [at: number, equity: number])[];
  /** Begin and end of the curve in the reader's zone, and the day's first value. */
  foot: { from: string; before: string; to: string } | null;
};

export type PracticeCardView = {
  /** "$100,240.10": the value of the practice account, or what it will begin with. */
  equity: string;
  /** False before the reader has looked at practice. */
  isOpened: boolean;
  /** Since midnight. */
  today: (SignedFigure & { percent: string }) | null;
  /** Its value in dollars since the start cash was given, in time's order. */
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
  /** The first part of the page while no season runs; null while one does. */
  waiting: WaitingView | null;
  practice: PracticeCardView;
  /** Prizes that wait for the reader's answer. */
  prizes: readonly { season: number; amount: string; answerBy: string }[];
  /** Null for a reader without a season account. */
  equity: EquityCard | null;
  positions: PositionsCard | null;
  /** Null once the reader has closed the card. */
  steps: readonly FirstStep[] | null;
  /** `course`: prices from the last close until now. */
  movers: readonly { symbol: string; price: string; change: SignedFigure; course: readonly number[] }[];
  /** The source of the prices. */
  source: string;
  /** Not open: for members, and the reader is none. */
  recording: { id: number; title: string; isOpen: boolean } | null;
  /** True when the chart is open to the reader. */
  canTrade: boolean;
  /** Why the reader has no account in the season that runs, and until when; null with one. */
  closed: string | null;
  /**
   * The ways to recover the account that the reader could still set up: `either` an address or codes, or `codes` alone. Null when
   * both are set up, or when the reader has not traded yet.
   */
  wayBack: 'either' | 'codes' | null;
};
