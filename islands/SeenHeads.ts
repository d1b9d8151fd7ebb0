import { behaviour } from '#framework/islands/behaviour.ts';
import { on } from './_state/socket.ts';
import { readHeads, withHead, writeHeads } from './check/seen-heads.ts';

/** Stores the heads of the season's chain that the socket announces, as evidence against a rewritten history. */
const mount = () =>
  on('chain', ({ season, seq, head, at }) => {
    // read now, as another tab may have written
    if (at !== null) writeHeads(withHead(readHeads(), [season, seq, head, at]));
  });

export default behaviour('SeenHeads', 'spare', mount);
