/**
 * Appends links to the chains of the running season and of private games, at most once a second. Every process
 * checks, and the process with the lock appends. A link covers rows once no running transaction can commit a row with a
 * lower id (docs/rules/14-season-bundle.md 14, 15).
 */
import {
  type ChainHead,
  chainBeginning,
  hasSalts,
  linkText,
  type SaltedLink,
  saltLines,
} from '#core/season/chain.ts';
import { isPublicSeason } from '#core/season/game.ts';
import type { Queryable, Sql, Transaction } from '#db/client.ts';
import { type RecordLine, recordLines } from '#db/queries/proof/bundle.ts';
import * as db from '#db/queries/proof/chain.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Clock } from '../platform/clock.ts';
import { inParts } from '../platform/concurrency.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import { blockLines, LAST_ID } from './record.ts';

const BATCH = 5_000;
/** Length of a link's salt, bytes. */
const SALT_BYTES = 32;

type Numbered = Pick<SeasonRow, 'id' | 'number'>;
/** The newest rows that a link may cover. */
type UpTo = { fill: bigint; event: bigint };

export const sha256 = (...parts: readonly string[]): string => {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest('hex');
};

/** Converts the end of a chain to its public head. */
const headOf = (season: number, { seq, head, at }: db.ChainTail): ChainHead => ({
  season,
  seq,
  at,
  head: head ?? sha256(chainBeginning(season)),
});

/** Each line is hashed with its line end. */
export const hashOfLines = (lines: readonly string[]): string => sha256(...lines.map((line) => `${line}\n`));

/** Closes the chain with the remaining rows and changes of rules. The caller has ended the game and locked its row. */
export async function closeChain(tx: Transaction, game: db.ChainedGame, closedAt: Date): Promise<void> {
  await appendLinks(tx, [game], { fill: LAST_ID, event: LAST_ID }, closedAt.getTime(), true);
}

/** The next link of a game: `rows` are its rows. `isWhole`: no row remains after these rows. */
type Step = {
  game: db.ChainedGame;
  tail: db.ChainTail;
  rows: Rows;
  covers: UpTo;
  isWhole: boolean;
};

/**
 * Appends links until all rows up to `upTo` are covered.
 * @param lookedAt when the caller read which rows exist, epoch ms @param isEnd true when no more rows can come
 */
export async function appendLinks(
  tx: Transaction,
  games: readonly db.ChainedGame[],
  upTo: UpTo,
  lookedAt: number,
  isEnd = false,
): Promise<void> {
  for (let rest = games; rest.length > 0; ) {
    const steps = (await nextRows(tx, rest, upTo, isEnd)).filter(
      ({ rows }) => rows.rules.length + rows.fills.length + rows.events.length > 0,
    );
    if (steps.length > 0)
      await db.addLinks(
        tx,
        steps.map((step) => newLink(step, lookedAt)),
      );
    rest = steps.filter(({ isWhole }) => !isWhole).map(({ game }) => game);
  }
}

async function nextRows(
  tx: Transaction,
  games: readonly db.ChainedGame[],
  upTo: UpTo,
  isEnd: boolean,
): Promise<Step[]> {
  const tailOf = await db.chainTails(
    tx,
    games.map(({ id }) => id),
  );
  const linesOf = async (kind: 'fill' | 'event') => {
    const spans = games.map(({ id }) => ({ seasonId: id, after: tailOf(id)[kind], upTo: upTo[kind] }));
    return Map.groupBy(await recordLines(tx, kind, spans, BATCH), ({ seasonId }) => seasonId);
  };
  const [fillsOf, eventsOf] = [await linesOf('fill'), await linesOf('event')];
  const steps = games.map((game) => {
    const tail = tailOf(game.id);
    const [fills, events] = [fillsOf.get(game.id) ?? [], eventsOf.get(game.id) ?? []];
    const covers = { fill: fills.at(-1)?.id ?? tail.fill, event: events.at(-1)?.id ?? tail.event };
    const isWhole = fills.length < BATCH && events.length < BATCH;
    return { game, tail, covers, isWhole, fills, events };
  });
  const ruleSpans = steps.map(({ game, tail, covers, isWhole }) => ({
    seasonId: game.id,
    after: tail.fill,
    upTo: isEnd && isWhole ? LAST_ID : covers.fill,
  }));
  const rulesOf = Map.groupBy(await recordLines(tx, 'rules', ruleSpans, null), ({ seasonId }) => seasonId);
  return steps.map(({ fills, events, ...step }) => ({
    ...step,
    rows: { rules: rulesOf.get(step.game.id) ?? [], fills, events },
  }));
}

function newLink({ game, tail, rows, covers }: Step, lookedAt: number): db.NewLink {
  const link = makeLink(
    headOf(game.number, tail),
    Math.max(lookedAt, tail.at ?? lookedAt),
    hasSalts(game.rulesVersion) ? newSalt() : null,
    rows,
  );
  return { seasonId: game.id, link, covers };
}

const newSalt = (): string => crypto.getRandomValues(new Uint8Array(SALT_BYTES)).toHex();

type Rows = Record<'rules' | 'fills' | 'events', readonly RecordLine[]>;

function makeLink(
  previous: ChainHead,
  at: number,
  salt: string | null,
  { rules, fills, events }: Rows,
): SaltedLink {
  const seq = previous.seq + 1;
  const textOf = (rows: readonly RecordLine[]) => rows.map(({ line }) => line);
  const lines = { rules: textOf(rules), fills: textOf(fills), events: textOf(events) };
  const link = {
    seq,
    at,
    salt,
    rules: rules.length,
    firstFill: fills[0]?.id ?? null,
    lastFill: fills.at(-1)?.id ?? null,
    firstEvent: events[0]?.id ?? null,
    lastEvent: events.at(-1)?.id ?? null,
    rowsHash: hashOfLines(blockLines({ ...lines, salts: saltLines({ seq, salt }) })),
  };
  return { ...link, head: sha256(linkText(previous.head, link)) };
}

export const readHead = async (sql: Queryable, { id, number }: Numbered): Promise<ChainHead> =>
  headOf(number, await db.chainTail(sql, id));

const TICK_MS = 1_000;
const FAILURE = 'a chain could not be appended to';

type Deps = {
  sql: Sql;
  seasons: { current(): SeasonRow | null };
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

const TOGETHER = 50;

/** Groups games for transactions. The public season has a separate group, so that no private game delays its chain. */
function inGroups(ids: readonly number[]): number[][] {
  const { season = [], leagues = [] } = Object.groupBy(ids, (id) =>
    isPublicSeason(id) ? 'season' : 'leagues',
  );
  return [...inParts(season, TOGETHER), ...inParts(leagues, TOGETHER)];
}

export function createChain({ sql, seasons, clock, log }: Deps) {
  const listeners = new Set<(head: ChainHead) => void>();
  /** The newest rows at one check. A link may cover them once every transaction that wrote at that check is over. */
  let waiting: (db.ChainHorizon & { at: number }) | null = null;
  /** The newest rows that `append` has tried to cover. */
  let looked: UpTo = { fill: 0n, event: 0n };
  /** Games that may have uncovered rows up to `looked`. Null before the first append, which covers all games. */
  let open: number[] | null = null;
  let announced: ChainHead | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  function announce(head: ChainHead): void {
    if (head.seq === 0 || (announced?.season === head.season && announced.seq >= head.seq)) return;
    announced = head;
    for (const listener of listeners) listener(head);
  }

  const warn = (error: unknown): void => {
    if (!isStopped) log.warn({ err: error }, FAILURE);
  };

  /** Covers all rows up to `upTo`. The next check retries locked games and games that failed. */
  async function append(upTo: UpTo & { at: number }): Promise<void> {
    open = open ? await db.grownChains(sql, open, looked, upTo) : await db.openChains(sql);
    looked = upTo;
    for (const ids of inGroups(open)) {
      const appendGroup = sql.begin(async (tx) => {
        const games = await db.holdChains(tx, ids);
        await appendLinks(tx, games, upTo, upTo.at);
        return games;
      });
      const done = new Set((await appendGroup.catch(warn))?.map(({ id }) => id));
      open = open.filter((id) => !done.has(id));
    }
  }

  async function look(): Promise<void> {
    const lookedAt = clock.now();
    const now = await db.chainHorizon(sql);
    const isNew = open?.length !== 0 || now.fill > looked.fill || now.event > looked.event;
    if (!waiting && now.isTimely && isNew) waiting = { ...now, at: lookedAt };
    if (waiting && !waiting.writers.some((writer) => now.writers.includes(writer))) {
      const upTo = waiting;
      waiting = null;
      await append(upTo);
    }
    const season = seasons.current();
    if (season) announce(await readHead(sql, season));
  }

  function tick(): Promise<void> {
    running = running.catch(() => {}).then(look);
    return running;
  }

  const loop = createLoop(tick, { everyMs: TICK_MS, log, failure: FAILURE });

  return {
    tick,
    /** Calls `listener` when the newest season's chain has a new head, at most once a second. */
    onHead(listener: (head: ChainHead) => void): void {
      listeners.add(listener);
    },
    begin: loop.begin,
    async stop(): Promise<void> {
      isStopped = true;
      await loop.stop();
    },
  };
}
