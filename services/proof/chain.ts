/**
 * Appends links to the chain of the running season, at most once a second. Every process looks; the one that gets the
 * lock appends the rows that no running transaction can come between any more (docs/rules/14-season-bundle.md 14, 15).
 */
import {
  type ChainHead,
  chainBeginning,
  hasSalts,
  linkText,
  type SaltedLink,
  saltLines,
} from '#core/season/chain.ts';
import type { Queryable, Sql, Transaction } from '#db/client.ts';
import { eventLines, fillLines, type RecordLine, ruleLines } from '#db/queries/proof/bundle.ts';
import * as db from '#db/queries/proof/chain.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { blockLines } from './record.ts';

/** Most rows of a kind in one link. */
const BATCH = 5_000;
/** Length of a link's salt, bytes. */
const SALT_BYTES = 32;
const NEWEST = 9_223_372_036_854_775_807n;

type Numbered = Pick<SeasonRow, 'id' | 'number'>;
type Chained = Numbered & Pick<SeasonRow, 'rulesVersion'>;
/** The newest rows that a link may cover. */
type UpTo = { fill: bigint; event: bigint };

export const sha256 = (...parts: readonly string[]): string => {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest('hex');
};

/** Returns the head of a season's chain, as pages show it. */
const headOf = (season: number, { seq, head, at }: db.ChainTail): ChainHead => ({
  season,
  seq,
  at,
  head: head ?? sha256(chainBeginning(season)),
});

/** Returns the SHA-256 of lines as a bundle has them, each with its line end. */
export const hashOfLines = (lines: readonly string[]): string => sha256(...lines.map((line) => `${line}\n`));

/** Closes the chain: covers all rows and edits of rules that are left. The season is over and its row locked. */
export async function closeChain(tx: Transaction, season: Chained, closedAt: Date): Promise<void> {
  await appendLinks(tx, season, { fill: NEWEST, event: NEWEST }, closedAt.getTime(), true);
}

/**
 * Appends links until all rows up to `upTo` are covered.
 * @param lookedAt when the rows were looked for, epoch ms
 * @param isEnd no row can come later
 * @returns the new end of the chain
 */
export async function appendLinks(
  tx: Transaction,
  season: Chained,
  upTo: UpTo,
  lookedAt: number,
  isEnd = false,
): Promise<db.ChainTail> {
  let tail = await db.chainTail(tx, season.id);
  for (;;) {
    const fills = await fillLines(tx, season.id, tail.fill, upTo.fill, BATCH);
    const events = await eventLines(tx, season.id, tail.event, upTo.event, BATCH);
    const covers = { fill: fills.at(-1)?.id ?? tail.fill, event: events.at(-1)?.id ?? tail.event };
    const isWhole = fills.length < BATCH && events.length < BATCH;
    const rules = await ruleLines(tx, season.id, tail.fill, isEnd && isWhole ? NEWEST : covers.fill);
    if (fills.length + events.length + rules.length === 0) return tail;
    const link = makeLink(
      headOf(season.number, tail),
      Math.max(lookedAt, tail.at ?? lookedAt),
      hasSalts(season.rulesVersion) ? newSalt() : null,
      { rules, fills, events },
    );
    await db.addLink(tx, season.id, link, covers);
    tail = { ...link, ...covers };
    if (isWhole) return tail;
  }
}

const newSalt = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES))).toString('hex');

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

type Deps = {
  sql: Sql;
  seasons: { current(): SeasonRow | null };
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

export function createChain({ sql, seasons, clock, log }: Deps) {
  const listeners = new Set<(head: ChainHead) => void>();
  /** Rows seen at a look; they are covered once all transactions of that moment are over. */
  let waiting: (db.ChainHorizon & { seasonId: number; at: number }) | null = null;
  let announced: ChainHead | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  function announce(head: ChainHead): void {
    if (head.seq === 0 || (announced?.season === head.season && announced.seq >= head.seq)) return;
    announced = head;
    for (const listener of listeners) listener(head);
  }

  async function look(): Promise<void> {
    const season = seasons.current();
    if (!season) return;
    let tail = await db.chainTail(sql, season.id);
    if (season.status === 'waiting' || season.status === 'active') {
      const lookedAt = clock.now();
      const now = await db.chainHorizon(sql, season.id);
      if (waiting?.seasonId !== season.id) waiting = null;
      if (!waiting && now.isTimely && (now.fill > tail.fill || now.event > tail.event))
        waiting = { ...now, seasonId: season.id, at: lookedAt };
      if (waiting && now.running >= waiting.next) {
        const upTo = waiting;
        tail = await sql.begin(async (tx) => {
          const rulesVersion = await db.holdChain(tx, season.id);
          return rulesVersion === null ? tail : appendLinks(tx, { ...season, rulesVersion }, upTo, upTo.at);
        });
        waiting = null;
      }
    }
    announce(headOf(season.number, tail));
  }

  function tick(): Promise<void> {
    running = running.then(look).catch((error) => {
      if (!isStopped) log.warn({ err: error }, 'the chain of the season could not be appended to');
    });
    return running;
  }

  async function loop(): Promise<void> {
    await tick();
    if (isStopped) return;
    timer = setTimeout(loop, TICK_MS).unref();
  }

  return {
    /** Looks once, now. */
    tick,
    /** Calls `listener` when the chain has a new head, at most once a second. */
    onHead(listener: (head: ChainHead) => void): void {
      listeners.add(listener);
    },
    begin(): void {
      void loop();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
