import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while hydrating, true afterwards: for text only the browser can know (its zone). */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
