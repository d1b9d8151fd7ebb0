/** Where tests put files. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything the tests of this process leave on the disk; removed when the process is gone. */
export const TEST_FOLDER = join(tmpdir(), `paperpit-test-${process.pid}`);

/** An empty folder that is removed when the test process is gone and another one starts. */
export function testFolder(): string {
  const folder = join(TEST_FOLDER, crypto.randomUUID());
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
