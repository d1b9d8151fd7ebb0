/** The only file that knows the database driver (docs/decisions/001-database.md). */

import { Socket } from 'node:net';
import postgres from 'postgres';

/** Connections that notice when the other side has stopped answering without hanging up. */

/** What the driver knows about the server when it asks for a socket. */
export type SocketAddress = { host: string[]; port: number[]; path: string | false };

const CHECK_MS = 500;

/**
 * Makes the driver's sockets. `statement_timeout` is the server's own, so it does not help when the server is frozen
 * or the network swallows what we send: a socket that was written to and has heard nothing for `silence` ms is
 * destroyed, which rejects its statements. `silence` has to be longer than any statement may take.
 */
export function watchfulSockets(silence: number): (address: SocketAddress) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const socket = new Socket();
    const index = turn++ % host.length;
    // later: the driver listens for errors only when it has the socket
    setImmediate(() => {
      if (socket.destroyed) return;
      if (path) socket.connect(path);
      else socket.connect(port[index] ?? port[0] ?? 5432, host[index] ?? 'localhost');
      // after connect(), which puts the socket's own write back in its place
      watch(socket, silence);
    });
    // the name the driver checks a certificate against
    Object.assign(socket, { host: host[index], port: port[index] });
    return socket;
  };
}

function watch(socket: Socket, silence: number) {
  /** The first write since something was last heard. */
  let waiting: { since: number; heard: number } | undefined;
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    if (waiting?.heard !== socket.bytesRead) waiting = { since: performance.now(), heard: socket.bytesRead };
    return write(...args);
  }) as typeof socket.write;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else if (waiting && waiting.heard === socket.bytesRead && performance.now() - waiting.since > silence) {
      const error = new Error(`PostgreSQL has not answered for ${silence} ms`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }
  }, CHECK_MS).unref();
}

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

type Types = { bigint: bigint };

/** A pool of connections: `sql\`select ...\`` runs one statement, `sql.begin(tx => ...)` a transaction. */
export type Sql = postgres.Sql<Types>;
/** The inside of `sql.begin`. */
export type Transaction = postgres.TransactionSql<Types>;
/** What a query function needs when it may run on the pool or inside a transaction. */
export type Queryable = postgres.ISql<Types>;
/** A DATABASE_URL, or the private socket of the embedded server. */
export type Target = string | { path: string; user: string; database: string };

export type ConnectOptions = {
  /** Most connections open at once. */
  max?: number;
  /** What `pg_stat_activity` shows. */
  name?: string;
  /** ms a statement may run, wait for a lock, and a transaction may sit idle. 0 means for ever. */
  statementTimeout?: number;
  lockTimeout?: number;
  idleInTransactionTimeout?: number;
  /** ms after which an unused connection is closed. */
  idleTimeout?: number;
  /** True through a pooler that gives a connection for one transaction only: nothing may hang on a connection. */
  isPooled?: boolean;
  /** Called after every statement, whether it succeeded or failed. */
  onQuery?: (query: FinishedQuery) => void;
};

const STATEMENT_TIMEOUT_MS = 10_000;
/** Each open connection holds up to 10 MB of plans in the database, so a pool keeps only those it works with. */
const IDLE_MS = 20_000;
/** ms an answer may take beyond the time a statement may take. */
const ANSWER_MS = 2_000;
/** Seconds to wait for a new connection. */
const CONNECT_TIMEOUT_S = 10;
/** Seconds between two attempts to reconnect: short and constant, so a restart of the database is hardly noticed. */
const RECONNECT_S = 0.1;

/**
 * Opens a pool; connections are made when the first statement needs them, and made again after they are lost. The one
 * used last takes the next statement, so those that a quiet pool does not need are closed.
 * A statement whose connection dies rejects (see `isUnavailable`); it is never sent twice.
 * Columns: int4 is a number, int8 a bigint, numeric and sum() of int8 a decimal string, timestamptz a Date.
 */
export function connect(target: Target, options: ConnectOptions = {}): Sql {
  const statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT_MS;
  const settings = {
    max: options.max ?? 10,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: (options.idleTimeout ?? IDLE_MS) / 1_000,
    backoff: () => RECONNECT_S,
    onnotice() {},
    onquery: options.onQuery,
    types: { bigint: postgres.BigInt },
    // PgBouncer takes a connection back when a statement is over, and loses what was already asked of it after that one
    ...(options.isPooled && { prepare: false, max_pipeline: 0 }),
    connection: {
      application_name: options.name ?? 'paperpit',
      timezone: 'UTC',
      // a pooler's connections are set up by the pooler (docs/scale.md)
      ...(!options.isPooled && limitsOf(statementTimeout, options)),
    },
    ...(statementTimeout > 0 && { socket: watchfulSockets(statementTimeout + ANSWER_MS) }),
  };
  if (typeof target !== 'string') return postgres({ ...target, ...settings });
  const { url, path } = withSocket(target);
  return postgres(url, path ? { ...settings, path } : settings);
}

/** What each connection is set to. */
function limitsOf(statementTimeout: number, options: ConnectOptions) {
  return {
    statement_timeout: statementTimeout,
    lock_timeout: options.lockTimeout ?? 5_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeout ?? 15_000,
    // in memory or on an SSD a page here and there costs little more than the next one: look-ups stay look-ups
    random_page_cost: 1.1,
  };
}

/** The two usual ways to write a unix socket's folder in a URL, which the driver does not know itself. */
function withSocket(text: string): { url: string; path: string | undefined } {
  if (!URL.canParse(text)) return { url: text, path: undefined };
  const url = new URL(text);
  const folder = decodeURIComponent(url.hostname || (url.searchParams.get('host') ?? ''));
  if (!folder.startsWith('/')) return { url: text, path: undefined };
  url.searchParams.delete('host');
  return { url: url.href, path: `${folder}/.s.PGSQL.${url.port || '5432'}` };
}

/** The one row a statement must return; throws when there is none (a bug, so a 500). */
export function one<T extends object>(rows: readonly T[]): T {
  const row = rows[0];
  if (!row) throw new Error('the statement returned no row');
  return row;
}

/**
 * `= 7` or `= any({7,8})`, behind the name of a column. PostgreSQL plans a list anew for each of its lengths, which costs a
 * statement for one more than running it.
 */
export const among = (sql: Queryable, ids: readonly number[]) =>
  ids.length === 1 ? sql`= ${ids[0]!}` : sql`= any(${ids as number[]}::integer[])`;

export { isConflict, isUnavailable, isUniqueViolation, isWrong } from './errors.ts';
