/** The framework without the site around it, as another site would copy it. */
import { afterEach, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
let folder: string;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('types hold with nothing of a site beside it', async () => {
  folder = mkdtempSync(join(tmpdir(), 'framework-'));
  for (const each of ['framework', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, each), join(folder, each), {
      recursive: true,
      filter: (path) => !/[/\\]\.build(?:$|[/\\])/.test(path),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const tsc = [process.execPath, 'x', '--no-install', 'tsc', '--noEmit', '-p', '.'];
  const run = Bun.spawn(tsc, { cwd: folder, stdout: 'pipe', stderr: 'inherit' });
  expect(await new Response(run.stdout).text()).toBe('');
  expect(await run.exited).toBe(0);
});
