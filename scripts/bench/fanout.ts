/** One message to 1,000 open sockets, through the bus and the hub, against a bare `server.publish`. */
import { Elysia } from 'elysia';
import { createAddresses } from '#framework/http/address.ts';
import { createRateLimits } from '#services/platform/rate-limit.ts';
import { createBus } from '#services/realtime/bus.ts';
import { createHub } from '#services/realtime/hub.ts';
import { realtime, SOCKET_LIMITS } from '#services/realtime/socket.ts';
import type { Seasons } from '#services/season/seasons.ts';
import { heldMarket } from '#tests/helpers/held-market.ts';
import { type Bench, paired } from './report.ts';

const SOCKETS = 1_000;
const ROUNDS = 3;
const SECONDS = 2;

/** Opens the sockets in a process of its own; `received` asks how many messages came so far. */
async function audience(url: string) {
  const child = Bun.spawn([process.execPath, import.meta.path, url], { stdin: 'pipe', stdout: 'pipe' });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const line = async () => Number((await lines.read()).value);
  await line();
  return {
    async received() {
      child.stdin.write('?');
      child.stdin.flush();
      return await line();
    },
    async leave() {
      child.kill();
      await child.exited;
    },
  };
}

/** Messages that arrived per second while `publish` was called as fast as the loop goes. */
async function deliveries(url: string, publish: (n: number) => void): Promise<number> {
  const hearers = await audience(url);
  const before = await hearers.received();
  const began = performance.now();
  for (let n = 0; performance.now() - began < SECONDS * 1000; n++) {
    publish(n);
    await new Promise(setImmediate);
  }
  const seconds = (performance.now() - began) / 1000;
  const got = (await hearers.received()) - before;
  await hearers.leave();
  return got / seconds;
}

export const fanout: Bench = {
  name: 'fanout',
  async run() {
    const log = { warn() {} };
    const bus = createBus({ sql: null as never, log });
    let announceStatus = () => {};
    const onChange: Seasons['onChange'] = (listener) => {
      announceStatus = () => listener(null);
      return () => {};
    };
    const seasons = { active: () => true, onChange };
    const hub = createHub({
      market: heldMarket({}),
      bus,
      seasons,
      sessions: { live: async () => new Set<string>(), see: async () => {} },
      say: () => '',
      leaderboard: { standingNow: () => null },
      clock: { now: Date.now },
      settings: { profitToastMinPercent: 1 },
      log,
    });
    const user = { username: 'reader', isAdmin: false, locale: null };
    let readers = 0;
    // a reader each: one user has only so many sockets
    const sessions = {
      read: async () => ({ user: { ...user, id: ++readers }, tokenHash: 'ab' }),
    } as never;
    const settings = { publicUrl: '', allowedOrigins: [], trustProxy: 0, rateLimit: false } as never;
    const app = new Elysia({ websocket: SOCKET_LIMITS }).use(
      realtime({
        hub,
        sessions,
        settings,
        limits: createRateLimits(settings),
        addresses: createAddresses(settings),
      }),
    );
    app.listen({ port: 0, reusePort: false });
    const bare = Bun.serve({
      port: 0,
      fetch: (request, server) => (server.upgrade(request) ? undefined : new Response('no')),
      websocket: { open: (socket) => void socket.subscribe('all'), message() {} },
    });
    const text = JSON.stringify({ type: 'competition', active: true });
    const { ours, yardstick, ratio } = await paired(
      ROUNDS,
      () => deliveries(`ws://localhost:${app.server!.port}/ws`, () => announceStatus()),
      () => deliveries(`ws://localhost:${bare.port}/`, () => bare.publish('all', text)),
    );
    hub.stop();
    await Promise.all([app.stop(true), bare.stop(true)]);
    return [
      {
        name: `fan-out to ${SOCKETS.toLocaleString('en')} sockets`,
        figure: `${Math.round(ours)} messages/s, bare server.publish ${Math.round(yardstick)}`,
        ratio,
        target: 'at least 0.8',
        met: ratio >= 0.8,
      },
    ];
  },
};

if (import.meta.main) {
  let received = 0;
  const url = process.argv[2]!;
  await Promise.all(
    Array.from({ length: SOCKETS }, () => {
      const socket = new WebSocket(url);
      socket.onmessage = () => {
        received++;
      };
      return new Promise((opened) => {
        socket.onopen = opened;
      });
    }),
  );
  process.stdout.write('0');
  for await (const _ of process.stdin) process.stdout.write(String(received));
}
