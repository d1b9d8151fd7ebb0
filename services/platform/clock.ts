/** The time everything in the server asks for, so that a test can hold it. */
export type Clock = {
  /** Epoch ms. */
  now(): number;
};

export const systemClock: Clock = { now: Date.now };
