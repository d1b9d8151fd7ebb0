/** Checks the stored chain of a season against its rows. */
import { type BundleKind, type LineOf, readBundleLine } from '#core/season/bundle-lines.ts';
import type { Sql } from '#db/client.ts';
import { rowsAfterChain } from '#db/queries/proof/chain.ts';
import { seasonAccounts } from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { SeasonDividend } from '#db/queries/trading/dividends.ts';
import { BlockCheck, ChainCheck } from '#proof/chain.ts';
import { SeasonDiffersError, stopAtFirst } from '#proof/difference.ts';
import { readEvent, readFill } from '#proof/lines.ts';
import { seasonRecord } from '../proof/record.ts';

/**
 * Checks a stored chain.
 * @returns how many links were checked; 0 for a season older than chains
 * @throws SeasonDiffersError
 */
export async function checkChain(
  sql: Sql,
  season: SeasonRow,
  dividends: readonly SeasonDividend[] = [],
): Promise<number> {
  const check = new ChainCheck(season, stopAtFirst);
  const blocks = new BlockCheck(season, stopAtFirst);
  for (const { userId, at, amount } of dividends) blocks.addDividend(userId, at, amount);
  const accounts = await seasonAccounts(sql, season.id);
  const traders = new Map(accounts.map((account) => [account.userId, account]));
  for await (const { link, ...lines } of seasonRecord(sql, season.id)) {
    check.add(lines, link);
    for (const line of lines.fills) {
      const fill = readFill(valuesOf('fill', line));
      blocks.addFill(fill, traders.get(fill.trader)!);
    }
    for (const line of lines.events) {
      const event = readEvent(valuesOf('event', line));
      blocks.addEvent(event, traders.get(event.trader)!);
    }
    blocks.addLink(link);
  }
  if (!season.endedAt || check.links === 0) return check.links;
  const extra = await rowsAfterChain(sql, season.id, season.endedAt);
  if (extra)
    throw new SeasonDiffersError(`${extra.kind} ${extra.id} is in no link of the chain, which is closed.`);
  return check.links;
}

const valuesOf = <K extends BundleKind>(_: K, line: string) => readBundleLine(line)!.values as LineOf<K>;
