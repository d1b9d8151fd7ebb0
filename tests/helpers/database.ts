/** Creates a migrated database for a test: a copy of a template, in about 50 ms. */
import { type ConnectOptions, connect, type Sql, type Target } from '#db/client.ts';
import { MIGRATIONS, migrate, readMigrations } from '#db/migrate.ts';
import { KIND, type Kind, testServer } from './postgres.ts';

export type TestDatabase = {
  sql: Sql;
  /** For a second pool on the same database: `connect(database.target)`. */
  target: Target & object;
  kind: Kind;
  /** As DATABASE_URL, for a program that the test starts. */
  url: string;
  /** Closes the pool and drops the database, even when others still use it. */
  drop(): Promise<void>;
};

/** Options without time limits: one server copies templates for all test files, which may take long on a busy machine. */
const PATIENT = { max: 1, name: 'tests', statementTimeout: 0, lockTimeout: 0 } satisfies ConnectOptions;

let counter = 0;

/** Creates a database on the shared server of `kind`, with the newest schema, or empty with `migrated: false`. */
export async function testDatabase(
  options: { kind?: Kind; migrated?: boolean; connect?: ConnectOptions } = {},
): Promise<TestDatabase> {
  const { kind = KIND, migrated = true } = options;
  const server = await testServer(kind);
  const admin = connect(server, PATIENT);
  // each test file of a process loads this module again, so a counter alone is not unique
  const name = `test_${process.pid}_${Date.now().toString(36)}_${++counter}`;
  try {
    const template = migrated ? await ensureTemplate(admin, server) : 'template1';
    await admin.unsafe(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  const target = { ...server, database: name };
  const sql = connect(target, options.connect);
  const drop = async () => {
    await sql.end({ timeout: 0 });
    const last = connect(server, PATIENT);
    await last.unsafe(`drop database if exists ${name} with (force)`);
    await last.end();
  };
  return { sql, target, kind, url: urlOf(target), drop };
}

/** Returns `target` as a DATABASE_URL for the driver: the socket's folder is the host. */
export function urlOf(target: Target & object): string {
  const folder = encodeURIComponent(target.path.slice(0, target.path.lastIndexOf('/')));
  return `postgres://${target.user}@${folder}:5432/${target.database}`;
}

/** Creates the template for the present migrations once; other processes and files wait for it. */
async function ensureTemplate(admin: Sql, target: Target & object): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of readMigrations(MIGRATIONS)) hash.update(file.hash);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await admin`select pg_advisory_lock(7231114002)`;
  const [there] = await admin`select from pg_database where datname = ${name} and datistemplate`;
  if (!there) {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.unsafe(`create database ${name}`);
    const sql = connect({ ...target, database: name }, PATIENT);
    try {
      await migrate(sql);
      // most tests open and close at once and check the XP; a test of the least holding time sets it
      await sql`update competition set rules = rules || '{"minHoldMinutes": 0}'`;
    } finally {
      await sql.end();
    }
    await admin.unsafe(`alter database ${name} is_template true`);
  }
  return name;
}
