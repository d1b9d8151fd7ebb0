import { useEffect, useState } from 'react';
import { watchFlag } from './flag.ts';

/** Returns a switch of this browser; false in the server's render and until the effect has read it. */
export function useFlag(key: string): boolean {
  const [on, set] = useState(false);
  useEffect(() => watchFlag(key, set), [key]);
  return on;
}
