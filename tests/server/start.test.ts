/** `npm start` as a person does it: by Node, on a folder of its own, twice. */
import { afterEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alive } from '#db/embedded/process.ts';
import { createClient } from '#tests/helpers/client.ts';
import { until } from '#tests/helpers/faults.ts';
import { testFolder } from '#tests/helpers/postgres.ts';
import { freePort } from '#tests/helpers/server.ts';

const START = join(import.meta.dir, '../../scripts/start.mjs');

const running: { kill(signal: NodeJS.Signals): void; exited: Promise<number> }[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    await child.exited;
  }
});

/** Runs the start program; `output` is what it has said so far. */
function run(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(['node', START, ...args], {
    env: { ...process.env, NODE_ENV: undefined, npm_lifecycle_event: undefined, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const said = { output: '' };
  const read = async (stream: typeof child.stdout) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) said.output += text;
  };
  const ended = Promise.all([read(child.stdout), read(child.stderr), child.exited]).then(
    ([, , code]) => code,
  );
  running.push(child);
  return { child, said, ended };
}

/** Starts the server and waits until it says where it is. */
async function serve(env: Record<string, string>) {
  const started = run([], env);
  await until(() => started.said.output.includes('Paperpit is at ') || started.child.exitCode !== null);
  expect(started.said.output).toContain(`Paperpit is at http://localhost:${env.PORT}`);
  return started;
}

test('starts, stops on SIGTERM without leaving anything running, and starts again with everything kept', async () => {
  const DATA_DIR = testFolder();
  const PORT = String(await freePort());
  const env = { DATA_DIR, PORT, DEMO: '0', LOG_LEVEL: 'silent', DATABASE_URL: '' };
  const first = await serve(env);
  expect(first.said.output).toContain(`The data is in ${join(DATA_DIR, 'postgres')}`);
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
  const { said, ended } = run([], { PORT: 'eighty', DATA_DIR: testFolder() });
  expect(await ended).toBe(1);
  expect(said.output).toMatch(/PORT must be /);
  expect(said.output).not.toMatch(/\bat .*\.ts:\d+/);
});

test('a port that is taken is named', async () => {
  const PORT = String(await freePort());
  const other = Bun.serve({ port: Number(PORT), fetch: () => new Response('mine') });
  const { said, ended } = run([], {
    PORT,
    DATA_DIR: testFolder(),
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: '',
  });
  expect(await ended).toBe(1);
  expect(said.output).toContain(`Port ${PORT} is taken`);
  await other.stop(true);
});

test('--run hands on arguments, output and exit code', async () => {
  const script = join(testFolder(), 'script.ts');
  writeFileSync(script, 'console.log(JSON.stringify(process.argv.slice(2))); process.exit(7);');
  const { said, ended } = run(['--run', script, 'a', '--b', 'c d']);
  expect(await ended).toBe(7);
  expect(said.output).toContain('["a","--b","c d"]');
});
