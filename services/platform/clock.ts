/** The server's clock, which a test can replace. */
export type Clock = {
  /** Epoch ms. */
  now(): number;
};

export const systemClock: Clock = { now: Date.now };
