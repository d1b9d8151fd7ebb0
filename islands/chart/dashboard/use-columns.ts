import { useSyncExternalStore } from 'react';
import { columnsAt } from './layout.ts';

/** How many columns the grid has in this window. */
export function useColumns(): number {
  return useSyncExternalStore(subscribe, () => columnsAt(window.innerWidth));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
