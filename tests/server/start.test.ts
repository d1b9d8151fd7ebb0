/** `npm start` as a user runs it: by Node, in an own folder, twice. */
import { afterEach, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alive } from '#db/embedded/lifeline.ts';
import { build } from '#framework/build/build.ts';
import { createClient } from '../helpers/client.ts';
import { testFolder } from '../helpers/folder.ts';
import { freePort } from '../helpers/port.ts';
import { type Program, runProgram } from '../helpers/program.ts';
import { startServer } from '../helpers/server.ts';

const START = join(import.meta.dir, '../../scripts/start.mjs');

// builds once beforehand, so that no start has to
beforeAll(async () => {
  await build();
});

const running: Program[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

function run(args: string[], env: Record<string, string> = {}) {
  const program = runProgram(['node', START, ...args], env);
  running.push(program);
  return program;
}

/** Starts the server and waits until it prints its address. */
async function serve(env: Record<string, string>) {
  const started = run([], env);
  await started.says(`Paperpit is at http://localhost:${env.PORT}`);
  return started;
}

test('starts, stops on SIGTERM without leaving anything running, and starts again with everything kept', async () => {
  const DATA_DIR = testFolder();
  const PORT = String(await freePort());
  const env = { DATA_DIR, PORT, DEMO: '0', LOG_LEVEL: 'silent', DATABASE_URL: '' };
  const first = await serve(env);
  expect(first.output()).toContain(`The data is in ${join(DATA_DIR, 'postgres')}`);
  const someone = createClient(`http://localhost:${PORT}`);
  const account = { username: 'first_comer', password: 'a long enough secret' };
  expect((await someone.post('/api/register', account)).status).toBe(200);
  const postgres = Number.parseInt(readFileSync(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8'), 10);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(alive(postgres)).toBe(false);
  expect(readdirSync(join(DATA_DIR, 'postgres'))).not.toContain('postmaster.pid');
  await expect(fetch(`http://localhost:${PORT}/`)).rejects.toThrow();

  await serve(env);
  expect((await someone.get<{ username: string }>('/api/user')).json.username).toBe('first_comer');
});

test('a Ctrl-C that arrives twice is one, and stops the server in order', async () => {
  const PORT = String(await freePort());
  const server = await serve({
    DATA_DIR: testFolder(),
    PORT,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: '',
  });
  server.child.kill('SIGINT');
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
});

test('a setting it does not accept stops the start with a sentence that names it', async () => {
  const { output, ended } = run([], { PORT: 'eighty', DATA_DIR: testFolder() });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/PORT must be /);
  expect(output()).not.toMatch(/\bat .*\.ts:\d+/);
});

test('a port that is taken is named', async () => {
  const PORT = String(await freePort());
  const other = Bun.serve({ port: Number(PORT), fetch: () => new Response('mine') });
  const { output, ended } = run([], {
    PORT,
    DATA_DIR: testFolder(),
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: '',
  });
  expect(await ended).toBe(1);
  expect(output()).toContain(`Port ${PORT} is taken`);
  await other.stop(true);
});

test('an address that is not ours, or not ours to use, is named before anything is made', async () => {
  const DATA_DIR = join(testFolder(), 'none');
  for (const HOST of ['nosuch.invalid', '192.0.2.1']) {
    const { output, ended } = run([], { HOST, PORT: String(await freePort()), DATA_DIR, DATABASE_URL: '' });
    expect(await ended).toBe(1);
    expect(output()).toContain(`HOST ${HOST} is no address of this machine`);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

// on Linux all of 127.0.0.0/8 is this machine: another address stands for that of a neighbour
test.skipIf(process.platform !== 'linux')(
  'answers this machine only, and everybody once it is told where people are',
  async () => {
    const reaches = async (env: Record<string, string>) => {
      const server = await startServer({ env });
      const { port } = new URL(server.url);
      const answers = await Promise.all(
        ['localhost', '127.0.0.1', '127.0.0.2'].map((host) =>
          fetch(`http://${host}:${port}/auth`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      await server.stop();
      return answers;
    };
    expect(await reaches({})).toEqual([true, true, false]);
    expect(await reaches({ HOST: '0.0.0.0' })).toEqual([true, true, true]);
    expect(await reaches({ PUBLIC_URL: 'http://paper.example' })).toEqual([true, true, true]);
  },
);

test('--run hands on arguments, output and exit code', async () => {
  const script = join(testFolder(), 'script.ts');
  writeFileSync(script, 'console.log(JSON.stringify(process.argv.slice(2))); process.exit(7);');
  const { output, ended } = run(['--run', script, 'a', '--b', 'c d']);
  expect(await ended).toBe(7);
  expect(output()).toContain('["a","--b","c d"]');
});
