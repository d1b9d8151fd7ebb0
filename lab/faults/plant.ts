/**
 * Starts the set-ups for the faults ("plants"): one server, on a PostgreSQL behind a relay or on the embedded database.
 * In one kind of plant PostgreSQL is on a small disk, in another the server has a clock that can be set.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/helpers/port.ts';
import { setActive } from '../cluster/cases.ts';
import { type Node, newNode } from '../cluster/databases.ts';
import type { Findings, Timing } from '../cluster/findings.ts';
import { missingPrograms, Workshop } from '../cluster/programs.ts';
import { Server, serverEnv } from '../cluster/servers.ts';

export type Kind = 'embedded' | 'postgres' | 'small disk' | 'set clock';

export type Plant = {
  shop: Workshop;
  server: Server;
  /** Absent with the embedded database. */
  database?: { node: Node; relay: Relay };
  /** Moves the server's clock by some seconds, back if negative; only in a plant with such a clock. */
  setClock(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** The size of each fault; `growth`: the share by which memory may grow over `requests`. */
export type Trial = {
  kills: number;
  seconds: number;
  sockets: number;
  readers: number;
  requests: number;
  growth: number;
} & Timing;
export type Fault = (plant: Plant, findings: Findings, trial: Trial) => Promise<void>;

/** Size of the small disk, MB: an empty database and some seconds of trades. */
const DISK_MB = 96;

/** libfaketime, where Debian's package `faketime` installs it. */
const fakeTime = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

/** Returns the program or right that this machine lacks for a plant of `kind`; empty when it lacks none. */
export function lackingFor(kind: Kind): string {
  if (kind === 'embedded') return '';
  const programs = missingPrograms().filter((name) => name.startsWith('PostgreSQL'));
  if (programs.length > 0) return programs.join(', ');
  if (kind === 'set clock' && !fakeTime()) return 'libfaketime (package faketime)';
  return kind === 'small disk' ? lackingForDisk() : '';
}

function lackingForDisk(): string {
  const shop = new Workshop();
  try {
    shop.diskFor('disk', 1);
    return '';
  } catch (error) {
    return `the right to mount a file system (${(error as Error).message})`;
  } finally {
    void shop.close();
  }
}

/** Starts a plant with an active season. */
export async function startPlant(kind: Kind): Promise<Plant> {
  const shop = new Workshop();
  try {
    const env: Record<string, string> = { DRAIN_SECONDS: '0' };
    const clock = join(shop.folder, 'clock');
    const setClock = async (seconds: number) =>
      void (await Bun.write(clock, `${seconds < 0 ? '' : '+'}${seconds}`));
    let database: Plant['database'];
    if (kind !== 'embedded') {
      const node = await newNode(shop, kind === 'small disk' ? shop.diskFor('primary', DISK_MB) : undefined);
      database = { node, relay: await startRelay(node.port) };
      env.DATABASE_URL = node.url.replace(/:\d+\//, `:${database.relay.port}/`);
    }
    if (kind === 'set clock') {
      await setClock(0);
      Object.assign(env, { LD_PRELOAD: fakeTime(), FAKETIME_TIMESTAMP_FILE: clock });
      // Only the wall clock jumps, not the monotonic one.
      Object.assign(env, { FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_CACHE_DURATION: '1' });
    }
    const server = new Server(shop, await freePort(), serverEnv(env));
    await server.start();
    await setActive(server.url, true);
    const close = async () => {
      await server.end('SIGTERM');
      database?.relay.stop();
      await shop.close();
    };
    return { shop, server, ...(database && { database }), setClock, close };
  } catch (error) {
    await shop.close();
    throw error;
  }
}

type Side = { other: Bun.Socket<Side> | null; waiting: Buffer[] };

type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Starts a relay that can block and delay data. @param target a port of this machine */
async function startRelay(target: number) {
  const port = await freePort();
  /** Data received while the relay is blocked; delivered later, as with TCP. */
  let held: (() => void)[] | null = null;
  let delayMs = 0;
  const pass = (socket: Bun.Socket<Side>, bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    const send = () => {
      const { other, waiting } = socket.data;
      if (other) other.write(copy);
      else waiting.push(copy);
    };
    if (held) held.push(send);
    else if (delayMs > 0) setTimeout(send, delayMs);
    else send();
  };
  const close = (socket: Bun.Socket<Side>) => {
    socket.data.other?.end();
  };
  async function join(near: Bun.Socket<Side>): Promise<void> {
    const far = await Bun.connect<Side>({
      hostname: '127.0.0.1',
      port: target,
      data: { other: near, waiting: [] },
      socket: { data: pass, close },
    }).catch(() => null);
    near.data.other = far;
    if (!far) near.end();
    for (const bytes of near.data.waiting.splice(0)) far?.write(bytes);
  }
  const listener = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        socket.data = { other: null, waiting: [] };
        void join(socket);
      },
      data: pass,
      close,
    },
  });
  return {
    port,
    /** Blocks all data without closing a connection. */
    block(): void {
      held ??= [];
    },
    unblock(): void {
      const late = held ?? [];
      held = null;
      for (const send of late) send();
    },
    /** Delays each direction, ms. */
    delay(ms: number): void {
      delayMs = ms;
    },
    stop: () => listener.stop(true),
  };
}
