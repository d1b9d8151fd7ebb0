/** This browser's flag for the hidden chart toolbar: shown when its value is 'true'. */
export const CREATIVE_KEY = 'creativeMode';

/** Reads the flag; a browser that keeps no storage has none. */
export function readCreative(): boolean {
  try {
    return localStorage.getItem(CREATIVE_KEY) === 'true';
  } catch {
    return false;
  }
}
