/** What a statement is called: the function it stands in. */

/** Statements that were put together are called by their first words. */
const WORDS = 60;

/** A finished statement as the driver reports it. */
export type FinishedQuery = { origin: string; strings: readonly string[]; startedAt: number };

/** `takeLease (db/queries/orders/engine.ts:17)`, from the stack the driver keeps of each statement in the source. */
export function queryName({ origin, strings }: FinishedQuery): string {
  const frames = origin.split('\n').filter((line) => !line.includes('node_modules/postgres'));
  const found = /at (?:async )?(?:([\w.<>]+) \()?.*?((?:db|services|scripts|market|tests)\/[^:)]+:\d+)/.exec(
    frames.slice(1).join('\n'),
  );
  if (found) return found[1] ? `${found[1]} (${found[2]})` : found[2]!;
  return (strings[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, WORDS);
}
