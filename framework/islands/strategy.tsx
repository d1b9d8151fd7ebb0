import { type ComponentType, type ReactNode, useContext } from 'react';
import {
  type IslandDefinition,
  IslandRoot,
  IslandScopeContext,
  Slot,
  type Strategy,
  type Travel,
} from './island.tsx';

export type Island<P extends object> = ((props: P) => ReactNode) & { island: IslandDefinition<P> };

/** Strategy: hydrate when one of `names` is dispatched on `window`; the island hears that event too. */
export function event(...names: string[]): Strategy {
  return `event:${names.join(',')}`;
}

/**
 * Makes `Component` an island: on a page the server draws it inside a host element that the browser wakes by
 * `strategy`; inside another island it is a plain component of that island's root.
 *
 * @param name the file's name, which is how the browser finds its module
 * @param travel for props that are not sent as they are
 */
export function island<P extends object>(
  name: string,
  strategy: Strategy,
  Component: ComponentType<P>,
  travel?: Travel<P>,
): Island<P> {
  const definition: IslandDefinition<P> = {
    name,
    strategy,
    Component,
    ...(travel && { travel }),
    tree: (props, { slot, ...root }) => (
      <IslandRoot {...root}>
        <Component {...props} {...(slot && { children: <Slot {...slot} /> })} />
      </IslandRoot>
    ),
  };
  function Host(props: P): ReactNode {
    const scope = useContext(IslandScopeContext);
    return scope ? scope(definition as unknown as IslandDefinition, props) : <Component {...props} />;
  }
  return Object.assign(Host, { island: definition, displayName: `island(${name})` });
}
