/** A real Redis or Valkey server for a test, where one is installed. */
import { freePort } from './port.ts';
import { PAUSE_MS } from './until.ts';

const program = Bun.which('redis-server') ?? Bun.which('valkey-server');
/** Appended to names of tests that need a Redis: why they are skipped here; empty where they run. */
export const noRedis = program ? '' : ' (skipped: neither redis-server nor valkey-server is installed)';

export type Redis = { url: string; port: number; stop(): Promise<void>; start(): Promise<void> };

export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  let child: ReturnType<typeof Bun.spawn> | null = null;
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = Bun.spawn([program!, ...args], { stdout: 'ignore', stderr: 'ignore' });
      for (;;) {
        const client = new Bun.RedisClient(redis.url, { autoReconnect: false, connectionTimeout: 1_000 });
        const answer = await client.send('PING', []).catch(() => null);
        client.close();
        if (answer === 'PONG') return;
        await Bun.sleep(PAUSE_MS);
      }
    },
    async stop() {
      child?.kill();
      await child?.exited;
    },
  };
  await redis.start();
  return redis;
}
