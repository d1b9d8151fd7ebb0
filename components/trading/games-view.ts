import type { Game } from '#core/season/game.ts';

/** The contest beside practice. */
export type AboutPracticeView = {
  /** Number of the season that runs; null between two. */
  running: number | null;
  /** A sentence says why the reader cannot join and when the next game starts; it is null while the reader has or may open an account. */
  closed: string | null;
  /** When the next one starts; null while nobody has said. */
  nextStart: string | null;
};

/** A game of the reader. */
export type GameRow = {
  game: Game;
  name: string;
  /** "$100,000.00"; null without an account in it. */
  equity: string | null;
  /** True when it can be traded in now. */
  isOpen: boolean;
};
