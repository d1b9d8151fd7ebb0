import { behaviour } from '#framework/islands/behaviour.ts';
import { on } from './_state/socket.ts';
import { readHeads, withHead, writeHeads } from './check/seen-heads.ts';

/** Keeps the heads of the season's chain that an open page hears of, so that the history cannot be another one later. */
const mount = () =>
  on('chain', ({ season, seq, head, at }) => {
    // another tab may have written since
    if (at !== null) writeHeads(withHead(readHeads(), [season, seq, head, at]));
  });

export default behaviour('SeenHeads', 'spare', mount);
