/** Runs pgbench with the statements of an order, taken from db/queries/trading/commit.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exactCents } from '#core/money/money.ts';
import { cents, entryE8, priceE4, quantityMicros } from '#core/money/units.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable, Target } from '#db/client.ts';
import { MOST_APART_MS } from '#db/queries/platform/leases.ts';
import { type Commit, commitTrade } from '#db/queries/trading/commit.ts';
import { readTradeState } from '#db/queries/trading/state.ts';

/** Values that stand for pgbench's variables; no other value of the statements equals one of them. */
const USER = 900_000_001;
const SEASON = 900_000_002;
const VERSION = 900_000_003n;
const POSITION = 900_000_004n;
const DECIDED_MS = 900_000_005_000;
/** Finds placeholders inside a text value. */
const VARIABLE = new RegExp(`(${USER}|${POSITION})`);

const AT = new Date(Date.UTC(2026, 0, 5, 15));

/** The commit of every order in the bench: one more share of an open position. */
const COMMIT: Omit<Commit, 'rules'> = {
  seasonId: SEASON,
  userId: USER,
  version: VERSION,
  anyStatus: false,
  cash: cents(9_000_000n),
  pnl: 0n,
  fills: [
    {
      fill: {
        symbol: 'AAPL',
        action: 'buy',
        reason: 'order',
        quantity: quantityMicros(1_000_000n),
        price: priceE4(2_000_000n),
        cash: cents(-20_000n),
        closed: null,
        position: {
          id: POSITION,
          symbol: 'AAPL',
          isShort: false,
          quantity: quantityMicros(50_000_000n),
          opened: quantityMicros(50_000_000n),
          entry: entryE8(20_000_000_000n),
          cost: cents(1_000_000n),
          exactCost: exactCents(cents(1_000_000n)),
          xp: { carry: 0n, gain: 0n },
          lastIncreasedAt: AT.getTime(),
        },
      },
      quote: { quotedPrice: null, asOfMs: AT.getTime(), ageMs: 100, source: 'simulated' },
    },
  ],
  isOrder: true,
  gain: { xp: 0n, levelBefore: 0, level: 0, tkf: 0 },
  at: AT,
  patienceMs: 10_000,
  decidedMs: DECIDED_MS,
  markId: 1n,
  idempotency: null,
  orders: null,
};

type Recorded = { text: string; values: Map<string, string> };

/** Records the statement of a query function: its text with named variables, and their values. */
async function record(prefix: string, send: (sql: Queryable) => Promise<unknown>): Promise<Recorded> {
  /** Text to insert unchanged: nested statements and raw SQL. */
  const fragments = new Map<unknown, string>();
  const values = new Map<string, string>();
  let text = '';
  let places = 0;
  const tag = (parts: TemplateStringsArray, ...given: unknown[]) => {
    const write = (value: unknown) => fragments.get(value) ?? place(`${prefix}${places++}`, value, values);
    // Nested parts are built first, so the last text is the whole statement.
    text = parts.reduce((written, part, n) => written + write(given[n - 1]) + part);
    const answer = Promise.resolve([]);
    fragments.set(answer, text);
    return answer;
  };
  const unsafe = (sql: string) => {
    const fragment = new String(sql);
    fragments.set(fragment, sql);
    return fragment;
  };
  await send(Object.assign(tag, { unsafe }) as unknown as Queryable);
  return { text, values };
}

/** Returns the variable or literal of one value. */
function place(name: string, value: unknown, values: Map<string, string>): string {
  if (value === USER) return ':user_id';
  if (value === SEASON) return ':season_id';
  if (value === VERSION) return ':version';
  // The statement is recorded once, so its time limits must cover the whole bench.
  if (value === DECIDED_MS - MOST_APART_MS) return '0';
  if (value === DECIDED_MS + MOST_APART_MS) return '1e15';
  const text = literal(value);
  // pgbench accepts no empty value.
  if (text === '') return "''";
  const parts = text.split(VARIABLE);
  if (parts.length === 1) {
    values.set(name, text);
    return `:${name}`;
  }
  const written = parts.map((part, n) => {
    if (part === String(USER)) return ':user_id';
    if (part === String(POSITION)) return ':id';
    values.set(`${name}_${n}`, part);
    return `:${name}_${n}::text`;
  });
  return `(${written.join(' || ')})`;
}

function literal(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${value.toHex()}`;
  return String(value);
}

export type Script = { run(): Promise<number> };

/** @param options.firstUser lowest id of the callers' traders, of whom each caller has `usersEach` */
export async function pgbenchScript(options: {
  folder: string;
  pgbench: string;
  target: Target & object;
  callers: number;
  firstUser: number;
  usersEach: number;
  seconds: number;
  /** The season's rules: a commit decided on other rules writes nothing. */
  rules: Rules;
}): Promise<Script> {
  const read = await record('r', (sql) => readTradeState(sql, { userId: USER, symbol: 'AAPL' }));
  const commit = await record('c', (sql) => commitTrade(sql, { ...COMMIT, rules: options.rules }));
  const { firstUser, usersEach } = options;
  const lines = [
    `\\set user_id ${firstUser} + :client_id * ${usersEach} + random(0, ${usersEach - 1})`,
    `${flat(read.text)}\n\\gset`,
    `${flat(commit.text)};`,
  ];
  const file = join(options.folder, 'trade.sql');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const defined = [...read.values, ...commit.values].flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const { path, user, database } = options.target;
  const where = ['-h', path.slice(0, path.lastIndexOf('/')), '-p', path.slice(path.lastIndexOf('.') + 1)];
  const load = ['-n', '-M', 'prepared', '-c', `${options.callers}`, '-j', '2', '-T', `${options.seconds}`];
  const command = [options.pgbench, ...where, '-U', user, ...load, '-f', file, ...defined, database];
  return {
    async run() {
      const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
      const [output, problems] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      const tps = /tps = ([\d.]+)/.exec(output)?.[1];
      if ((await child.exited) !== 0 || !tps) throw new Error(`pgbench: ${problems}`);
      return Number(tps);
    },
  };
}

/** Returns a statement on one line, without comments. */
function flat(text: string): string {
  return text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
}
