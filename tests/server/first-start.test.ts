/** Several first starts at once create the first accounts only once. */
import { afterEach, expect, test } from 'bun:test';
import { build } from '#framework/build/build.ts';
import { createClient } from '../helpers/client.ts';
import { testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { freePort } from '../helpers/port.ts';
import { KIND } from '../helpers/postgres.ts';
import { type Program, runServer } from '../helpers/program.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const ACCOUNTS = ['demo_admin', 'demo_helper', 'demo_trader'];

/** Starts three servers at once and waits until all of them serve. */
async function startThree(env: Record<string, string>): Promise<{ programs: Program[]; urls: string[] }> {
  await build();
  const ports = [await freePort(), await freePort(), await freePort()];
  const programs = ports.map((port) => runServer({ DEMO: '1', ...env, PORT: String(port) }));
  cleanups.push(async () => {
    for (const { child } of programs) child.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
  });
  await Promise.all(programs.map((program) => program.says('Paperpit is at ')));
  return { programs, urls: ports.map((port) => `http://localhost:${port}`) };
}

async function expectAgreement({ programs, urls }: Awaited<ReturnType<typeof startThree>>) {
  for (const username of ACCOUNTS) {
    const printed = programs.flatMap(
      (program) =>
        program.output().match(new RegExp(`Sign in as ${username} with the password \\S+`, 'g')) ?? [],
    );
    expect(printed).toHaveLength(1);
    const password = printed[0]!.split(' ').at(-1)!;
    for (const url of urls) {
      expect((await createClient(url).post('/api/login', { username, password })).status).toBe(200);
    }
  }
  const others = programs.filter((program) => !program.output().includes('Sign in as demo_admin'));
  expect(others).toHaveLength(2);
  for (const other of others) expect(other.output()).toContain('by the process that made them');
}

test('three first starts at once on one empty PostgreSQL print one password for each account, and it is good', async () => {
  const database = await testDatabase({ migrated: false });
  cleanups.push(database.drop);
  await expectAgreement(await startThree({ DATABASE_URL: database.url }));
});

// a data folder always has the embedded kind
if (KIND === 'embedded')
  test('three first starts at once on one data folder do, too', async () => {
    await expectAgreement(await startThree({ DATABASE_URL: '', DATA_DIR: testFolder() }));
  });
