import { type ReactNode, useContext } from 'react';
import type { Behaviour } from './behaviour.ts';
import { IslandScopeContext } from './island.tsx';

type Props<P extends object> = {
  behaviour: Behaviour<P>;
  /** The behaviour's props, as JSON. */
  props: P;
  children?: ReactNode;
};

/** Attaches a behaviour to `children`. Inside an island only the children are drawn: React looks after them there. */
export function Attach<P extends object>({ behaviour, props, children }: Props<P>): ReactNode {
  const scope = useContext(IslandScopeContext);
  return scope ? scope(behaviour as unknown as Behaviour, { ...props, children }) : children;
}
