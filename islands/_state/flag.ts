/** Reads one of core/account/switches.ts; a browser that keeps no storage has none. */
export function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}
