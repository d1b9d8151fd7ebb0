/** The PostgreSQL servers of the tests: one of each kind for a run, on folders that go with it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '#db/client.ts';
import { systemBinaries } from '#db/embedded/binaries.ts';
import { type Embedded, startEmbedded } from '#db/embedded.ts';
import { TEST_FOLDER, TEST_OWNER, testFolder } from './folder.ts';

/** `embedded` is the packaged server, `system` the one installed on this machine. */
export type Kind = 'embedded' | 'system';

/** The kind a run of the server tests is about; `npm test` runs them once with each. */
export const KIND: Kind = process.env.TEST_DATABASE === 'system' ? 'system' : 'embedded';

export const hasSystemPostgres = () => systemBinaries() !== undefined;

/** Tests need no protection against a power cut, and many pools at once. */
export const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/**
 * Where the server of `kind` is that all tests of a run share. It is held by a process of its own, because
 * `bun test --isolate` closes whatever a test file opened when it goes on to the next one.
 */
export async function testServer(kind: Kind = KIND): Promise<Target & object> {
  const ready = join(TEST_FOLDER, `${kind}.json`);
  mkdirSync(TEST_FOLDER, { recursive: true });
  if (madeFolder(join(TEST_FOLDER, kind))) {
    // through a shell that ends at once: what is left is nobody's child, so nobody closes it early
    const holder = [
      process.execPath,
      join(import.meta.dir, 'hold-postgres.ts'),
      kind,
      TEST_FOLDER,
      `${TEST_OWNER}`,
    ];
    Bun.spawnSync(['/bin/sh', '-c', '"$@" >/dev/null 2>&1 &', 'sh', ...holder]);
  }
  while (!existsSync(ready)) await Bun.sleep(10);
  const answer: { target: Target & object; problem?: string } = JSON.parse(readFileSync(ready, 'utf8'));
  if (answer.problem) throw new Error(answer.problem);
  return answer.target;
}

/** True for the one process that is the first to ask for it. */
function madeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A server of its own, for a test that breaks it and stops it at its end; as safe on the disk as the product's. */
export function ownServer(kind: Kind = KIND): Promise<Embedded> {
  return startServer(kind, testFolder(), {});
}

/** Starts a server of `kind` with its data below `folder`. Throws when its programs are not on this machine. */
export function startServer(kind: Kind, folder: string, settings: Record<string, string>): Promise<Embedded> {
  const binaries = kind === 'system' ? systemBinaries() : undefined;
  if (kind === 'system' && !binaries) throw new Error('PostgreSQL is not installed on this machine');
  return startEmbedded(folder, { binaries, settings });
}
