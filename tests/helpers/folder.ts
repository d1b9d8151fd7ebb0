/** Folders of the tests. */
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The owner: the process whose end removes the tests' files and databases, `npm test` or a single `bun test`. */
export const TEST_OWNER = Number(process.env.TEST_OWNER) || process.pid;

/** All files of the tests; removed after their owner's end. */
export const TEST_FOLDER = join(tmpdir(), `paperpit-test-${TEST_OWNER}`);

/** Room in memory that the shared database servers may need, bytes. */
const DATABASE_BYTES = 4 * 2 ** 30;
const MEMORY = '/dev/shm';

/**
 * The files of the shared database servers: in memory where there is room. ext4 does not use a removed file's number again
 * for a minute and tries each of them for each new file, so a database of 700 files takes longer with each that was dropped.
 */
export const DATABASE_FOLDER = join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `paperpit-test-${TEST_OWNER}`);

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= DATABASE_BYTES;
}

/** Creates an empty folder, which is removed after the owner's end. */
export function testFolder(): string {
  const folder = join(TEST_FOLDER, crypto.randomUUID());
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
