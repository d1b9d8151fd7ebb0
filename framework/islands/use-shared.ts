import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isWritten, type SharedSignal } from './signal.ts';

/**
 * Reads a shared signal in an island. An island that wakes after the signal has changed still hydrates from
 * `serverValue`, the value its HTML was drawn with, and takes the newer one right after: so React keeps the
 * server's nodes and the text typed into them. Until something writes the signal, its value is the server's.
 */
export function useShared<T>(shared: SharedSignal<T>, serverValue: T): T {
  const [frozen] = useState(() => serverValue);
  const subscribe = useCallback((changed: () => void) => shared.subscribe(() => changed()), [shared]);
  const value = useSyncExternalStore(
    subscribe,
    () => (isWritten(shared) ? shared.value : frozen),
    () => frozen,
  );
  useEffect(() => {
    if (!isWritten(shared)) shared.value = frozen;
  }, [shared, frozen]);
  return value;
}
