import { type ComponentType, Suspense, use } from 'react';

/** A part of the panel whose code is fetched when it is first shown. */
export type Part<P> = {
  /** Fetches it; the server does so before it draws a page that shows the part at once. */
  load(): Promise<ComponentType<P>>;
  loaded(): ComponentType<P> | null;
};

export function part<P>(fetchPart: () => Promise<ComponentType<P>>): Part<P> {
  let component: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  return {
    loaded: () => component,
    load() {
      loading ??= fetchPart().then(
        (fetched) => {
          component = fetched;
          return fetched;
        },
        () => {
          // Nothing is shown, the panel goes on, and the next press asks again.
          loading = null;
          return () => null;
        },
      );
      return loading;
    },
  };
}

/**
 * Shows a part, nothing until its code is here. While a page wakes up, what the server drew of it stays: React
 * leaves the inside of a boundary that waits alone.
 */
export function Later<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  return (
    <Suspense fallback={null}>
      <Loaded part={part} props={props} />
    </Suspense>
  );
}

function Loaded<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  const Component = part.loaded() ?? use(part.load());
  return <Component {...props} />;
}
