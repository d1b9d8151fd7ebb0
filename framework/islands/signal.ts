/** Signals that all islands of a tab share. */
import { type Signal, signal } from '@preact/signals-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const isServer = typeof document === 'undefined';
const written = new WeakSet<object>();

/** A value that all islands of a tab share. Components read it through `useShared` only. */
type SharedSignal<T> = Signal<T> & { readonly sharedName: string };

/**
 * Creates a signal that islands share. On the server it is read-only, because all visitors share the module there: the
 * value of a request is a prop of its islands.
 *
 * @throws on the server, when written
 */
export function sharedSignal<T>(name: string, initial: T): SharedSignal<T> {
  const shared = Object.assign(signal(initial), { sharedName: name });
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(shared), 'value')!;
  Object.defineProperty(shared, 'value', {
    get: () => inherited.get!.call(shared),
    set(next: T) {
      if (isServer) throw new Error(`Signal "${name}" is shared by all visitors on the server: read-only.`);
      written.add(shared);
      inherited.set!.call(shared, next);
    },
  });
  return shared;
}

/**
 * Returns the value of a shared signal. An island that wakes after the signal has changed hydrates with `serverValue`,
 * which its HTML was rendered with, and takes the newer value right after. So React keeps the server's nodes and the
 * text typed into them.
 */
export function useShared<T>(shared: SharedSignal<T>, serverValue: T): T {
  const [frozen] = useState(() => serverValue);
  const subscribe = useCallback((changed: () => void) => shared.subscribe(() => changed()), [shared]);
  const value = useSyncExternalStore(
    subscribe,
    () => (written.has(shared) ? shared.value : frozen),
    () => frozen,
  );
  useEffect(() => {
    if (!written.has(shared)) shared.value = frozen;
  }, [shared, frozen]);
  return value;
}
