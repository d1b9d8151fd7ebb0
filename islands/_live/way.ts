/** Of a change: its direction, which decides colour and triangle; undefined where there is none. */
export const wayOf = (value: number | bigint): 'up' | 'down' | undefined =>
  value > 0 ? 'up' : value < 0 ? 'down' : undefined;
