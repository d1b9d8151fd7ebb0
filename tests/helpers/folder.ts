/** Folders of the tests. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The owner: the process whose end removes the tests' files and databases, `npm test` or a single `bun test`. */
export const TEST_OWNER = Number(process.env.TEST_OWNER) || process.pid;

/** All files of the tests; removed after their owner's end. */
export const TEST_FOLDER = join(tmpdir(), `paperpit-test-${TEST_OWNER}`);

/** Creates an empty folder, which is removed after the owner's end. */
export function testFolder(): string {
  const folder = join(TEST_FOLDER, crypto.randomUUID());
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
