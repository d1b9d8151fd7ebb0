import { behaviour } from '#framework/islands/behaviour.ts';
import type { SeenHead } from '#proof/season-replay.ts';
import { readHeads, withHead, writeHeads } from './check/seen-heads.ts';

/** Stores the head that the private game's chain had at rendering, as evidence against a rewritten history. */
const mount = (_: HTMLElement, { head }: { head: SeenHead }) => {
  writeHeads(withHead(readHeads(), head));
  return () => {};
};

export default behaviour('GameHead', 'spare', mount);
