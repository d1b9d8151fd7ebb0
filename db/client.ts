/** The only file that imports the database driver (docs/decisions/001-database.md). */
import { Socket } from 'node:net';
import postgres from 'postgres';

export type SocketAddress = { host: string[]; port: number[]; path: string | false };

const CHECK_MS = 500;

/**
 * Returns the driver's socket factory. A socket that was written to and has received nothing for `silence` ms is
 * destroyed, which rejects its statements. `statement_timeout` runs in the server and does not help when the server
 * is frozen or the network drops packets; `silence` must exceed it.
 */
export function watchfulSockets(silence: number): (address: SocketAddress) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const socket = new Socket();
    const index = turn++ % host.length;
    // connect later: the driver listens for errors only after this function has returned the socket
    setImmediate(() => {
      if (socket.destroyed) return;
      if (path) socket.connect(path);
      else socket.connect(port[index] ?? port[0] ?? 5432, host[index] ?? 'localhost');
      // connect() replaces `socket.write`, so `watch` must wrap it afterwards
      watch(socket, silence);
    });
    // the driver checks the certificate against this name
    Object.assign(socket, { host: host[index], port: port[index] });
    return socket;
  };
}

function watch(socket: Socket, silence: number) {
  /** The first write since the last received byte: its time, ms, and the number of bytes received by then. */
  let waiting: { since: number; bytesRead: number } | undefined;
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    if (waiting?.bytesRead !== socket.bytesRead)
      waiting = { since: performance.now(), bytesRead: socket.bytesRead };
    return write(...args);
  }) as typeof socket.write;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else if (
      waiting &&
      waiting.bytesRead === socket.bytesRead &&
      performance.now() - waiting.since > silence
    ) {
      const error = new Error(`PostgreSQL has not answered for ${silence} ms`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }
  }, CHECK_MS).unref();
}

const WORDS = 60;

export type FinishedQuery = { origin: string; strings: readonly string[]; startedAt: number };

/**
 * Returns the function and line that sent a statement, such as `takeLease (db/queries/platform/leases.ts:17)`, from the
 * stack trace of the driver. Without a matching frame, returns the beginning of the statement.
 */
export function queryName({ origin, strings }: FinishedQuery): string {
  const frames = origin.split('\n').filter((line) => !line.includes('node_modules/postgres'));
  const frame = /at (?:async )?(?:([\w.<>]+) \()?.*?((?:db|services|scripts|market|tests)\/[^:)]+:\d+)/.exec(
    frames.slice(1).join('\n'),
  );
  if (frame) return frame[1] ? `${frame[1]} (${frame[2]})` : frame[2]!;
  return (strings[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, WORDS);
}

type Types = { bigint: bigint };

export type Sql = postgres.Sql<Types>;
export type Transaction = postgres.TransactionSql<Types>;
/** The pool or a transaction, for queries that run on either. */
export type Queryable = postgres.ISql<Types>;
/** A DATABASE_URL, or the embedded server's private socket. */
export type Target = string | { path: string; user: string; database: string };

export type ConnectOptions = {
  max?: number;
  name?: string;
  /** Limits in ms, 0 for none: running time of a statement, waiting time for a lock, idle time of a transaction. */
  statementTimeout?: number;
  lockTimeout?: number;
  idleInTransactionTimeout?: number;
  /** An unused connection closes after this long, ms. */
  idleTimeout?: number;
  /** True behind a pooler that lends a connection per transaction: session state is lost between transactions. */
  isPooled?: boolean;
  /** Called after every statement, successful or not. */
  onQuery?: (query: FinishedQuery) => void;
};

const STATEMENT_TIMEOUT_MS = 10_000;
/** An idle connection closes after this long, ms, because each costs the database up to 10 MB of plans. */
const IDLE_MS = 20_000;
/** How much longer than the statement timeout a response may take, ms. */
const ANSWER_MS = 2_000;
/** Timeout of a new connection, s. */
const CONNECT_TIMEOUT_S = 10;
/** Pause between two attempts to reconnect, s: short and constant, so that few requests notice a database restart. */
const RECONNECT_S = 0.1;

/**
 * Opens a pool. It connects at the first statement and reconnects after a loss. The connection used last gets the
 * next statement, so that idle connections stay idle and close. A statement whose connection dies rejects (see
 * `isUnavailable`); the pool never sends it again. Columns: int4 is a number, int8 a bigint, numeric and sum() of
 * int8 a decimal string, timestamptz a Date.
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
    // PgBouncer lends the connection to others after a statement, and loses statements pipelined behind that statement
    ...(options.isPooled && { prepare: false, max_pipeline: 0 }),
    connection: {
      application_name: options.name ?? 'paperpit',
      timezone: 'UTC',
      // a pooler sets up its own connections (docs/scale.md)
      ...(!options.isPooled && limitsOf(statementTimeout, options)),
    },
    ...(statementTimeout > 0 && { socket: watchfulSockets(statementTimeout + ANSWER_MS) }),
  };
  if (typeof target !== 'string') return postgres({ ...target, ...settings });
  const { url, path } = withSocket(target);
  return postgres(url, path ? { ...settings, path } : settings);
}

function limitsOf(statementTimeout: number, options: ConnectOptions) {
  return {
    statement_timeout: statementTimeout,
    lock_timeout: options.lockTimeout ?? 5_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeout ?? 15_000,
    // makes the planner prefer index look-ups: from memory or an SSD, a random read costs little more than a sequential
    // read
    random_page_cost: 1.1,
  };
}

/**
 * Returns the unix socket that a URL names by its host or by the parameter `host`, because the driver reads neither
 * form. `url` has no such parameter. `path` is undefined for a URL without a socket.
 */
function withSocket(text: string): { url: string; path: string | undefined } {
  if (!URL.canParse(text)) return { url: text, path: undefined };
  const url = new URL(text);
  const folder = decodeURIComponent(url.hostname || (url.searchParams.get('host') ?? ''));
  if (!folder.startsWith('/')) return { url: text, path: undefined };
  url.searchParams.delete('host');
  return { url: url.href, path: `${folder}/.s.PGSQL.${url.port || '5432'}` };
}

/** Returns the first row. @throws Error when there is no row: the statement has a bug */
export function one<T extends object>(rows: readonly T[]): T {
  const row = rows[0];
  if (!row) throw new Error('the statement returned no row');
  return row;
}

/**
 * Returns `= 7` or `= any({7,8})` for use after a column. A single id gets no list: PostgreSQL plans a statement with a
 * list again for each length, and planning takes longer than reading one row.
 */
export const among = (sql: Queryable, ids: readonly number[]) =>
  ids.length === 1 ? sql`= ${ids[0]!}` : sql`= any(${ids as number[]}::integer[])`;

export { isConflict, isUnavailable, isUniqueViolation, isWrong } from './errors.ts';
