import { type Signal, signal } from '@preact/signals-react';

const onServer = typeof document === 'undefined';
const written = new WeakSet<object>();

/** A value all islands of a tab share. Components read it through `useShared` only. */
export type SharedSignal<T> = Signal<T> & { readonly sharedName: string };

/**
 * Creates a signal shared between islands. On the server it is read-only, because a module is shared by all
 * visitors there: each request's value travels as an island's prop.
 *
 * @throws on the server, when written
 */
export function sharedSignal<T>(name: string, initial: T): SharedSignal<T> {
  const shared = Object.assign(signal(initial), { sharedName: name });
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(shared), 'value')!;
  Object.defineProperty(shared, 'value', {
    get: () => inherited.get!.call(shared),
    set(next: T) {
      if (onServer) throw new Error(`Signal "${name}" is shared by all visitors on the server: read-only.`);
      written.add(shared);
      inherited.set!.call(shared, next);
    },
  });
  return shared;
}

/** Whether the browser set the signal since the server drew the page. */
export function isWritten(shared: object): boolean {
  return written.has(shared);
}
