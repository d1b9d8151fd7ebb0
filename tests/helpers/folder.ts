/** Where tests put files. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The process for as long as which the tests' files and databases are there: `npm test`, or a single `bun test`. */
export const TEST_OWNER = Number(process.env.TEST_OWNER) || process.pid;

/** Everything the tests leave on the disk; removed when their owner is gone. */
export const TEST_FOLDER = join(tmpdir(), `paperpit-test-${TEST_OWNER}`);

/** An empty folder that is removed when the tests' owner is gone and another one starts. */
export function testFolder(): string {
  const folder = join(TEST_FOLDER, crypto.randomUUID());
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
