/** `npm start` with the real npm: it fetches what is pinned, and leaves no process behind when npm ends. */
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '#framework/build/build.ts';
import { testFolder } from '../helpers/folder.ts';
import { freePort } from '../helpers/port.ts';
import { commandLine, descendants, running } from '../helpers/processes.ts';
import { type Program, runProgram } from '../helpers/program.ts';
import { type Registry, registryOf, silentRegistry } from '../helpers/registry.ts';
import { until } from '../helpers/until.ts';

const ROOT = join(import.meta.dir, '../..');
const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const VERSION = packageManager.split('@')[1];
const PINNED = join('scripts/start/bun-packages.json');
const MACHINE = `${process.platform}-${process.arch}${
  process.platform === 'linux' && existsSync('/etc/alpine-release') ? '-musl' : ''
}`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs `npm start` in `cwd`. After the test it and all its descendants are killed. */
function npmStart(cwd: string, env: Record<string, string | undefined>): Program {
  const program = runProgram(['npm', 'start'], env, { cwd });
  cleanups.push(async () => {
    endByForce(family(program));
    await program.child.exited;
  });
  return program;
}

/** `program` and all its descendants. */
const family = ({ child }: Program) => [child.pid, ...descendants(child.pid)];

function endByForce(pids: number[]) {
  for (const pid of pids) if (running(pid)) process.kill(pid, 'SIGKILL');
}

/** The present `family`, which is killed after the test. */
function familyToEnd(program: Program): number[] {
  const pids = family(program);
  cleanups.push(() => endByForce(pids));
  return pids;
}

/** Waits until all of these processes have ended. */
const allGone = (pids: number[]) => until(() => !pids.some(running));

describe.skipIf(process.platform !== 'linux')('a server started with npm (reads /proc)', () => {
  beforeAll(async () => {
    await build();
  });

  const serving = async () => {
    const PORT = String(await freePort());
    const program = npmStart(ROOT, {
      DATA_DIR: testFolder(),
      PORT,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: '',
    });
    await program.says('Paperpit is at ');
    const pids = familyToEnd(program);
    const commands = pids.map(commandLine);
    for (const part of ['start.mjs', 'main.ts', 'postgres']) {
      expect(commands.filter((command) => command.includes(part))).not.toHaveLength(0);
    }
    return { program, pids };
  };

  test.each(['SIGKILL', 'SIGHUP', 'SIGTERM'] as const)(
    'is gone as a whole after %s to npm alone',
    async (signal) => {
      const { program, pids } = await serving();
      program.child.kill(signal);
      await allGone(pids);
    },
  );

  test('goes on when the shell that typed `setsid npm start &` ends', async () => {
    const PORT = String(await freePort());
    const shell = runProgram(
      ['/bin/sh', '-c', 'setsid npm start & echo pid $!; read -r _ < "$GO"'],
      {
        DATA_DIR: testFolder(),
        PORT,
        DEMO: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: '',
        GO: pipe(),
      },
      { cwd: ROOT },
    );
    await shell.says('Paperpit is at ');
    const npm = Number(/pid (\d+)/.exec(shell.output())![1]);
    const pids = [npm, ...descendants(npm)];
    cleanups.push(async () => {
      if (running(npm)) process.kill(npm, 'SIGTERM');
      await allGone(pids);
    });
    shell.child.kill('SIGHUP');
    await shell.child.exited;
    // longer than it takes to notice that a parent has ended
    const end = Date.now() + 3_000;
    await until(async () => {
      expect((await fetch(`http://localhost:${PORT}/auth`)).status).toBe(200);
      return Date.now() > end;
    });
    expect(pids.filter((pid) => !running(pid))).toEqual([]);
  });
});

/** A named pipe that no process writes to. */
function pipe(): string {
  const path = join(testFolder(), 'pipe');
  Bun.spawnSync(['mkfifo', path]);
  return path;
}

/** The files `npm start` needs before there is a Bun, on a machine with another Bun. */
function freshCheckout(registry: Registry) {
  const folder = testFolder();
  for (const name of ['package.json', 'bun.lock', 'scripts/start.mjs', 'scripts/start']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'bun'), '#!/bin/sh\necho 0.0.1\n');
  chmodSync(join(bin, 'bun'), 0o755);
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
  };
  cleanups.push(registry.stop);
  return { folder, env };
}

describe.skipIf(process.platform !== 'linux')('while Bun is fetched (reads /proc)', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('%s to npm leaves nothing behind', async (signal) => {
    const registry = silentRegistry();
    const { folder, env } = freshCheckout(registry);
    const program = npmStart(folder, env);
    await program.says('waiting for the package registry');
    await until(() => registry.requests() > 0);
    const pids = familyToEnd(program);
    expect(pids.map(commandLine).join('\n')).toMatch(/npm (ci|install)/);
    program.child.kill(signal);
    await allGone(pids);
  });
});

describe('what npm fetches as Bun', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, PINNED), 'utf8'));
  const { name } = packages[MACHINE];
  /** A Bun that does what it is asked and leaves a file `word` to show that it ran. */
  const fake = (word: string) => `#!/bin/sh
echo ran > ${word}
case "$1" in --version) echo ${VERSION} ;; main.ts) echo "The fetched Bun serves." ;; esac
`;

  test('is not run when it is not what was pinned, whatever the registry says of it', async () => {
    const word = join(testFolder(), 'word');
    const { folder, env } = freshCheckout(registryOf(name, VERSION, fake(word)));
    const program = npmStart(folder, env);
    expect(await program.ended).not.toBe(0);
    expect(program.output()).toContain('is not what it should be; nothing of it was run');
    expect(existsSync(word)).toBe(false);
    expect(existsSync(join(folder, '.bun/node_modules'))).toBe(false);
  });

  test('is run when it is', async () => {
    const word = join(testFolder(), 'word');
    const registry = registryOf(name, VERSION, fake(word));
    const { folder, env } = freshCheckout(registry);
    const pinned = { version: VERSION, packages: { [MACHINE]: { name, integrity: registry.integrity } } };
    writeFileSync(join(folder, PINNED), JSON.stringify(pinned));
    mkdirSync(join(folder, 'node_modules'));
    const program = npmStart(folder, env);
    expect(await program.ended).toBe(0);
    expect(program.output()).toContain('The fetched Bun serves.');
  });

  test('is pinned for every machine, at the version package.json names, and no registry is', () => {
    const text = readFileSync(join(ROOT, PINNED), 'utf8');
    const pinned = JSON.parse(text);
    expect(pinned.version).toBe(VERSION);
    for (const machine of ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'darwin-arm64', 'darwin-x64']) {
      expect(pinned.packages[machine].name).toStartWith('@oven/bun-');
      expect(pinned.packages[machine].integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    }
    expect(text).not.toMatch(/https?:/);
  });
});
