/** Starts a primary with a streaming replica, behind PgBouncer in transaction mode. */
import { connect } from '#db/client.ts';
import { freePort } from '#tests/helpers/port.ts';
import { until } from '#tests/helpers/until.ts';
import { postgresProgram, programCalled, type Workshop } from './programs.ts';

const NAME = 'paperpit';
const LIMITS =
  'set statement_timeout = 10000; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 15000';

/** Number of connections that the pooler opens to the database. */
export const POOL_SIZE = 20;

export type Node = { port: number; url: string; folder: string; child: Bun.Subprocess };

/** Runs PostgreSQL on `folder`. @param at the port; a free one if absent */
export async function startNode(shop: Workshop, folder: string, at?: number): Promise<Node> {
  const port = at ?? (await freePort());
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '150',
    wal_level: 'replica',
    hot_standby: 'on',
    fsync: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = shop.start([postgresProgram('postgres'), '-D', folder, ...args], {}, { asAccount: true });
  const url = `postgres://${NAME}@127.0.0.1:${port}/${NAME}`;
  await shop.listens(child, port);
  await until(() => answers(url.replace(/\w+$/, 'postgres')));
  return { port, url, folder, child };
}

/** Connects without time limits: on a busy machine, database set-up takes longer than the product's statements. */
const connectPatiently = (url: string) =>
  connect(url, { max: 1, name: 'cluster', statementTimeout: 0, lockTimeout: 0 });

/** Creates a PostgreSQL with an empty database. */
export async function newNode(shop: Workshop, folder = shop.folderFor('primary')): Promise<Node> {
  const access = ['-U', NAME, '-A', 'trust'];
  await shop.run([postgresProgram('initdb'), '-D', folder, ...access, '-E', 'UTF8', '--no-sync']);
  const node = await startNode(shop, folder);
  const sql = connectPatiently(node.url.replace(/\w+$/, 'postgres'));
  await sql.unsafe(`create database ${NAME}`);
  await sql.end();
  return node;
}

export async function answers(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1, name: 'cluster' });
  return await sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 0 }));
}

export type Databases = Awaited<ReturnType<typeof startDatabases>>;

/** Starts primary, replica and pooler. @returns once the replica follows */
export async function startDatabases(shop: Workshop) {
  let primary = await newNode(shop);
  const copy = shop.folderFor('replica');
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', NAME];
  await shop.run([postgresProgram('pg_basebackup'), '-D', copy, ...from, '-R', '-c', 'fast', '--no-sync']);
  const replica = await startNode(shop, copy);
  await followed(primary);
  await waitFor('*', primary);
  const bouncer = await startBouncer(shop, primary.port);

  return {
    bouncer,
    primary: () => primary,
    replica,
    /** Pauses the replica until `resume`; `isBehind` tells whether the primary has moved on. */
    async holdReplica() {
      const sql = connect(replica.url, { max: 1, name: 'cluster' });
      await sql`select pg_wal_replay_pause()`;
      return {
        async isBehind(): Promise<boolean> {
          const [row] = await sql<{ behind: boolean }[]>`
            select pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn() as behind`;
          return row?.behind === true;
        },
        async resume(): Promise<void> {
          await sql`select pg_wal_replay_resume()`;
          await sql.end();
        },
      };
    },
    /** Counts scans of the results table on the replica so far. */
    async replicaReads(): Promise<number> {
      const sql = connect(replica.url, { max: 1, name: 'cluster' });
      const [row] = await sql<{ scans: number }[]>`
        select (seq_scan + coalesce(idx_scan, 0))::integer as scans from pg_stat_user_tables
        where relname = 'results'`;
      await sql.end();
      return row?.scans ?? 0;
    },
    /** Stops the replica, and commits no longer wait for it. @returns a function that starts it again */
    async loseReplica(): Promise<() => Promise<void>> {
      await waitFor('', primary);
      replica.child.kill('SIGKILL');
      await replica.child.exited;
      return async () => {
        replica.child = (await startNode(shop, copy, replica.port)).child;
        await followed(primary);
        await waitFor('*', primary);
      };
    },
    /** Kills the primary, promotes the replica, and points the pooler at it. */
    async failOver() {
      primary.child.kill('SIGKILL');
      await primary.child.exited;
      const sql = connectPatiently(replica.url);
      await sql`select pg_promote()`;
      await sql.end();
      await waitFor('', replica);
      primary = replica;
      await bouncer.leadTo(replica.port);
    },
  };
}

/** Sets the standbys for which every commit waits: '*' for any one, '' for none. */
async function waitFor(standbys: '*' | '', { url }: Node): Promise<void> {
  const sql = connectPatiently(url);
  await sql.unsafe(`alter system set synchronous_standby_names = '${standbys}'`);
  await sql`select pg_reload_conf()`;
  await sql.end();
}

async function followed({ url }: Node): Promise<void> {
  const sql = connectPatiently(url);
  const find = () => sql`select from pg_stat_replication where state = 'streaming'`;
  await until(async () => (await find()).length === 1);
  await sql.end();
}

async function startBouncer(shop: Workshop, first: number) {
  const port = await freePort();
  const users = await shop.file('users.txt', `"${NAME}" ""\n`);
  const configure = (target: number) =>
    shop.file(
      'pgbouncer.ini',
      [
        '[databases]',
        `${NAME} = host=127.0.0.1 port=${target} dbname=${NAME} connect_query='${LIMITS}'`,
        '[pgbouncer]',
        ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = trust'],
        ...[`auth_file = ${users}`, `admin_users = ${NAME}`, 'pool_mode = transaction'],
        ...[`default_pool_size = ${POOL_SIZE}`, 'max_client_conn = 500', 'server_login_retry = 1'],
      ].join('\n'),
    );
  const file = await configure(first);
  const child = shop.start([programCalled('PgBouncer'), file], {}, { asAccount: true });
  await shop.listens(child, port);
  return {
    url: `postgres://${NAME}@127.0.0.1:${port}/${NAME}`,
    async leadTo(target: number) {
      await configure(target);
      child.kill('SIGHUP');
    },
  };
}
