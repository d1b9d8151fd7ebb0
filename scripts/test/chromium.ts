/** Installs a browser on a machine without one. */
import { findChromium } from '#framework/tests/chromium.ts';

type Attempt = { title: string; possible: boolean; commands: string[][] };

type Lookup = { path: string } | { problem: string };
let lookup: Promise<Lookup> | undefined;

/** Returns the path of a Chromium, which it installs if necessary, or the reason why there is none. */
export function ensureChromium(): Promise<Lookup> {
  lookup ??= findOrInstall();
  return lookup;
}

async function findOrInstall(): Promise<Lookup> {
  const apt = (name: string): Attempt => ({
    title: `apt-get (${name})`,
    possible: process.getuid?.() === 0 && Bun.which('apt-get') !== null,
    commands: [
      ['apt-get', 'update', '-q'],
      ['apt-get', 'install', '-q', '-y', '--no-install-recommends', name],
    ],
  });
  const attempts: Attempt[] = [
    apt('chromium-headless-shell'),
    // on systems without a package of the headless shell
    apt('chromium'),
    {
      title: 'Playwright',
      possible: true,
      commands: [[process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium']],
    },
  ];
  let problem = '';
  for (const { title, possible, commands } of attempts) {
    const path = findChromium();
    if (path) return { path };
    if (!possible) continue;
    console.log(`No Chromium on this machine; installing it with ${title} ...`);
    problem = (await runAll(commands)) ?? '';
  }
  const path = findChromium();
  if (path) return { path };
  const last = problem.trim().split('\n').at(-1) ?? '';
  return {
    problem: `no Chromium and it could not be installed (${last}); install it, or name one in CHROMIUM`,
  };
}

/** Runs the commands one after another. Returns the output of a failed one, else undefined. */
async function runAll(commands: string[][]): Promise<string | undefined> {
  for (const command of commands) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (code !== 0) return `${out}\n${err}`.trim();
  }
  return undefined;
}
