/** Servers on one clock that the test controls, one after another on a database or side by side. */
import { afterEach } from 'bun:test';
import { startServer, type TestServer } from './server.ts';

/** Creates the servers of a test file: each stops after its test, the owner of a database last. */
export function serversOnOneClock() {
  /** Unix ms. */
  const time = { ms: 0 };
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0).reverse()) await server.stop();
  });
  async function serve(env: Record<string, string>, database?: string): Promise<TestServer> {
    const server = await startServer({ clock: { now: () => time.ms }, env, database });
    servers.push(server);
    return server;
  }
  return { time, servers, serve };
}
