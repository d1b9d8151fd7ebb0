import { useEffect, useState } from 'react';
import { watchFlag } from './flag.ts';

/** Returns a switch of this browser; false on the server and until the effect has read it. */
export function useFlag(key: string): boolean {
  const [on, set] = useState(false);
  useEffect(() => watchFlag(key, set), [key]);
  return on;
}
