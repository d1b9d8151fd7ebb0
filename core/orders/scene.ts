import type { PriceE4 } from '../money/units.ts';

/** The moment an order is placed or changed in. */
export type Scene = {
  /** Epoch ms of the market's clock. */
  at: number;
  /** The newest price of its symbol; null where there is none. */
  last: PriceE4 | null;
  /** Whether an order may fill at it now. */
  isFresh: boolean;
  /** The end of the running session, or of the next one, epoch ms. */
  dayEnd: number;
  newId(): string;
};
