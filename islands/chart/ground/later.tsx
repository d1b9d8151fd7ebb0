import { type ComponentType, Suspense, use } from 'react';

/** A component whose code is fetched when it is first rendered. */
export type Part<P> = {
  /** Fetches the code. The server awaits the code before it renders a page with the part. */
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
          // renders nothing; the next render fetches the code again
          loading = null;
          return () => null;
        },
      );
      return loading;
    },
  };
}

/** Renders a part once its code is loaded. During hydration React keeps the server's HTML of the part until then. */
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
