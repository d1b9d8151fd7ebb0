/** Finds the programs of a cluster on this machine, starts them on free ports, and stops them. */
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SystemAccount, serverAccount } from '#db/embedded/account.ts';
import { systemBinaries } from '#db/embedded/binaries.ts';
import { until } from '#tests/helpers/until.ts';

const FOUND: Record<string, string | undefined> = {
  'PostgreSQL (initdb, postgres, pg_basebackup)': systemBinaries()?.folder,
  PgBouncer: which('pgbouncer'),
  HAProxy: which('haproxy'),
  'Redis or Valkey': which('redis-server') ?? which('valkey-server'),
};

/** Debian installs servers outside the PATH of ordinary accounts. */
function which(name: string): string | undefined {
  return Bun.which(name, { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }) ?? undefined;
}

export const missingPrograms = (): string[] =>
  Object.entries(FOUND).flatMap(([name, path]) => (path ? [] : [name]));

/** Returns a program's path. @throws when this machine lacks it */
export function programCalled(name: string): string {
  const path = FOUND[name];
  if (!path) throw new Error(`${name} is not on this machine`);
  return path;
}

export const postgresProgram = (name: string) =>
  join(programCalled('PostgreSQL (initdb, postgres, pg_basebackup)'), name);

/** Characters of a program's output in the error about a failed start. */
const LAST_WORDS = 1_000;

/** Folders and processes that `close` removes and ends. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'paperpit-cluster-'));
  /** PostgreSQL and PgBouncer do not run as root. */
  readonly account: SystemAccount | undefined = serverAccount();
  readonly #children = new Set<Bun.Subprocess>();
  readonly #logs = new WeakMap<Bun.Subprocess, string>();
  #started = 0;
  readonly #disks: string[] = [];

  constructor() {
    this.#own(this.folder);
  }

  #own(path: string) {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }

  /** Creates a folder that the database's system account owns. */
  folderFor(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { mode: 0o700 });
    this.#own(path);
    return path;
  }

  /**
   * Creates a folder as `folderFor` does, on a file system of `mb` MB in memory.
   * @throws when it cannot be mounted
   */
  diskFor(name: string, mb: number): string {
    const path = this.folderFor(name);
    const { uid, gid } = this.account ?? { uid: 0, gid: 0 };
    mount('mount', '-t', 'tmpfs', '-o', `size=${mb}m,mode=0700,uid=${uid},gid=${gid}`, 'tmpfs', path);
    this.#disks.push(path);
    return path;
  }

  /** Enlarges a file system of `diskFor` to `mb` MB. */
  enlarge(path: string, mb: number): void {
    mount('mount', '-o', `remount,size=${mb}m`, path);
  }

  /** Creates a file that the database's account can read. */
  async file(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await Bun.write(path, text);
    this.#own(path);
    return path;
  }

  /** @param asAccount runs it as the database's account, if this process is root */
  start(
    command: string[],
    env: Record<string, string> = {},
    { asAccount = false, cwd = this.folder } = {},
  ): Bun.Subprocess {
    const log = join(this.folder, `${++this.#started}.log`);
    const child = Bun.spawn(command, {
      cwd,
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: this.folder, ...env },
      stdio: ['ignore', 'ignore', process.env.CLUSTER_LOG ? 'inherit' : Bun.file(log)],
      ...(asAccount && this.account),
    });
    this.#children.add(child);
    this.#logs.set(child, log);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }

  /** Runs a command as the database's account and waits for its end. @throws when it fails */
  async run(command: string[]): Promise<void> {
    const code = await this.start(command, {}, { asAccount: true }).exited;
    if (code !== 0) throw new Error(`${command[0]} ended with ${code}`);
  }

  /** Waits until `child` listens on `port`. @throws with its last output when it exits instead */
  async listens(child: Bun.Subprocess, port: number): Promise<void> {
    let isListening = false;
    await until(async () => {
      isListening = await isOpen(port);
      return isListening || child.exitCode !== null || child.signalCode !== null;
    });
    if (isListening) return;
    throw new Error(`${child.exitCode ?? child.signalCode}: ${this.#lastWords(child)}`);
  }

  #lastWords(child: Bun.Subprocess): string {
    const log = this.#logs.get(child);
    return log && existsSync(log) ? readFileSync(log, 'utf8').slice(-LAST_WORDS) : '';
  }

  async close(): Promise<void> {
    const all = [...this.#children];
    for (const child of all) child.kill('SIGKILL');
    await Promise.all(all.map((child) => child.exited));
    // A killed server leaves child processes, which exit by themselves.
    for (const path of this.#disks.splice(0)) await until(() => succeeds('umount', path));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const succeeds = (...command: string[]) => Bun.spawnSync(command).success;

/** @throws Error with the output of a failed command */
function mount(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr.toString().trim()}`);
}

async function isOpen(port: number): Promise<boolean> {
  const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).catch(() => null);
  socket?.end();
  return socket !== null;
}
