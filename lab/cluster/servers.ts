/** Server processes behind HAProxy, and Redis between them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/helpers/port.ts';
import { until } from '#tests/helpers/until.ts';
import { programCalled, type Workshop } from './programs.ts';

const MAIN = join(import.meta.dir, '../../main.ts');
const ROOT = join(import.meta.dir, '../..');
export const ADMIN = { username: 'the_admin', password: 'a long enough secret' };
const METRICS_TOKEN = 'the token of the cluster';
/**
 * Drain time, s: HAProxy checks twice a second. A stopping process serves up to three times as long while requests
 * still arrive.
 */
const DRAIN_SECONDS = 3;

/** A server that keeps its port across restarts. */
export class Server {
  readonly shop: Workshop;
  readonly port: number;
  readonly env: Record<string, string>;
  readonly url: string;
  #child: Bun.Subprocess | null = null;

  constructor(shop: Workshop, port: number, env: Record<string, string>) {
    this.shop = shop;
    this.port = port;
    this.env = env;
    this.url = `http://127.0.0.1:${port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** @returns ms until it was ready */
  async start(): Promise<number> {
    const began = performance.now();
    const place = { PORT: String(this.port), HOST: '127.0.0.1', DATA_DIR: join(this.shop.folder, 'data') };
    this.#child = this.shop.start([process.execPath, MAIN], { ...place, ...this.env }, { cwd: ROOT });
    // a server that exits during its start fails at once, with its output
    await this.shop.listens(this.#child, this.port);
    await until(() => this.isReady());
    return performance.now() - began;
  }

  isReady = () =>
    fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      (answer) => answer.ok,
      () => false,
    );

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#child?.kill(signal);
    await this.#child?.exited;
    this.#child = null;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** Returns one of the server's metrics; 0 when it is missing. */
  async metric(name: string): Promise<number> {
    const text = await fetch(`${this.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    }).then((answer) => answer.text());
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 0);
  }
}

export type Redis = Awaited<ReturnType<typeof startRedis>>;
export async function startRedis(shop: Workshop) {
  const port = await freePort();
  let child: Bun.Subprocess | null = null;
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = shop.start([programCalled('Redis or Valkey'), ...options]);
      await shop.listens(child, port);
    },
    async stop() {
      child?.kill('SIGKILL');
      await child?.exited;
    },
  };
  await redis.start();
  return redis;
}

export type Balancer = Awaited<ReturnType<typeof startProxy>>;

/**
 * Starts HAProxy with deploy/haproxy.cfg on ports of this machine.
 * @param port the proxy's own port
 * @param ports the ports of the servers, which may start later
 */
export async function startProxy(shop: Workshop, port: number, ports: readonly number[]) {
  const control = join(shop.folder, 'haproxy.sock');
  let text = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
    .replace(/stats socket .*/, `stats socket ${control}`)
    .replace(/bind .*/, `bind 127.0.0.1:${port}`);
  for (const [n, serverPort] of ports.entries())
    text = text.replaceAll(`127.0.0.1:${3000 + n}`, `127.0.0.1:${serverPort}`);
  const file = await shop.file('haproxy.cfg', text);
  await shop.listens(shop.start([programCalled('HAProxy'), '-db', '-f', file]), port);

  /** Returns HAProxy's state of each process, such as UP. */
  async function states(): Promise<string[]> {
    const [head = [], ...rows] = (await ask(control, 'show stat')).split('\n').map((line) => line.split(','));
    const [proxy, name, status] = ['# pxname', 'svname', 'status'].map((title) => head.indexOf(title));
    return rows
      .filter((row) => row[proxy!] === 'ready' && row[name!] !== 'BACKEND')
      .map((row) => row[status!]!);
  }
  return {
    url: `http://localhost:${port}`,
    /** Waits until HAProxy sends requests to every process. */
    async hasAll(): Promise<void> {
      const isWhole = (all: string[]) => all.length === ports.length && all.every((state) => state === 'UP');
      // HAProxy's control socket opens a moment after its port.
      await until(() => states().catch(() => []), isWhole);
    },
  };
}

/** Sends a line to a program's socket. @returns its whole response */
async function ask(path: string, line: string): Promise<string> {
  let text = '';
  return await new Promise<string>((done, failed) => {
    const socket = {
      data: (_: unknown, bytes: Buffer) => {
        text += bytes.toString();
      },
      open: (it: { write(bytes: string): void }) => it.write(`${line}\n`),
      close: () => done(text),
    };
    Bun.connect({ unix: path, socket }).catch(failed);
  });
}

export const serverEnv = (more: Record<string, string>): Record<string, string> => ({
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  DEMO: '0',
  RATE_LIMIT: 'off',
  LOG_LEVEL: process.env.CLUSTER_LOG ?? 'silent',
  MARKET_SEED: 'tests',
  DRAIN_SECONDS: String(DRAIN_SECONDS),
  METRICS_TOKEN,
  ...more,
});
