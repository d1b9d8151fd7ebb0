/** The server's clock. A test can replace it. */
export type Clock = {
  /** Epoch ms. */
  now(): number;
};

export const systemClock: Clock = { now: Date.now };
