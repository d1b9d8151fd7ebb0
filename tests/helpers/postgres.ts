/** The PostgreSQL servers of the tests: one of each kind for a run, in folders that are removed with it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '#db/client.ts';
import { systemBinaries } from '#db/embedded/binaries.ts';
import { type Embedded, startEmbedded } from '#db/embedded.ts';
import { DATABASE_FOLDER, TEST_FOLDER, TEST_OWNER, testFolder } from './folder.ts';

/** `embedded` is the packaged server, `system` the one installed on this machine. */
export type Kind = 'embedded' | 'system';

/** The kind of server that a run of server tests uses; `npm test -- all` runs them once with each. */
export const KIND: Kind = process.env.TEST_DATABASE === 'system' ? 'system' : 'embedded';

export const hasSystemPostgres = () => systemBinaries() !== undefined;

/** Settings of test servers: no protection against a power cut, many pools at once, a log that fits into memory. */
export const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  max_wal_size: '256MB',
};

/**
 * Returns the address of the server of `kind` that all tests of a run share. A separate process runs it, because
 * `bun test --isolate` closes everything that a test file opened before it starts the next file.
 */
export async function testServer(kind: Kind = KIND): Promise<Target & object> {
  const ready = join(TEST_FOLDER, `${kind}.json`);
  mkdirSync(TEST_FOLDER, { recursive: true });
  if (madeFolder(join(TEST_FOLDER, kind))) {
    // through a shell that exits at once, so that the holder has no parent that could close it early
    const holder = [
      process.execPath,
      join(import.meta.dir, 'hold-postgres.ts'),
      kind,
      `${TEST_OWNER}`,
      TEST_FOLDER,
      DATABASE_FOLDER,
    ];
    Bun.spawnSync(['/bin/sh', '-c', '"$@" >/dev/null 2>&1 &', 'sh', ...holder]);
  }
  while (!existsSync(ready)) await Bun.sleep(10);
  const answer: { target: Target & object; problem?: string } = JSON.parse(readFileSync(ready, 'utf8'));
  if (answer.problem) throw new Error(answer.problem);
  return answer.target;
}

/** True for the process that creates the folder first. */
function madeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Starts a separate server, for a test that breaks it and stops it at its end; as durable as the product's. */
export function ownServer(kind: Kind = KIND): Promise<Embedded> {
  return startServer(kind, testFolder(), {});
}

/** Starts a server of `kind` with its data below `folder`. Throws when this machine lacks its programs. */
export function startServer(kind: Kind, folder: string, settings: Record<string, string>): Promise<Embedded> {
  const binaries = kind === 'system' ? systemBinaries() : undefined;
  if (kind === 'system' && !binaries) throw new Error('PostgreSQL is not installed on this machine');
  return startEmbedded(folder, { binaries, settings });
}
