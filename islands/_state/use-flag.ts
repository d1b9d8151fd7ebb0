import { useEffect, useState } from 'react';
import { watchFlag } from './flag.ts';

/** Returns a switch of this browser; `initial` on the server and until the effect has read it. */
export function useFlag(key: string, initial = false): boolean {
  const [on, set] = useState(initial);
  useEffect(() => watchFlag(key, set, initial), [key, initial]);
  return on;
}
