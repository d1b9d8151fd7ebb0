/** Starts HAProxy, three servers, PgBouncer, a primary with its replica, and Redis, all on this machine. */
import { freePort } from '#tests/helpers/port.ts';
import { type Databases, startDatabases } from './databases.ts';
import { Workshop } from './programs.ts';
import { type Balancer, type Redis, Server, serverEnv, startProxy, startRedis } from './servers.ts';

export type Cluster = {
  shop: Workshop;
  databases: Databases;
  redis: Redis;
  servers: Server[];
  proxy: Balancer;
  /** The proxy's address. */
  url: string;
};

const SERVERS = 3;

export async function startCluster(): Promise<Cluster> {
  const shop = new Workshop();
  try {
    const [databases, redis] = await Promise.all([startDatabases(shop), startRedis(shop)]);
    const [entrance, ...ports] = await Promise.all(Array.from({ length: 1 + SERVERS }, freePort));
    // The proxy starts first: the servers take long, and meanwhile another program could take the proxy's port.
    const proxy = await startProxy(shop, entrance!, ports);
    const env = serverEnv({
      DATABASE_URL: databases.bouncer.url,
      DATABASE_POOL: 'transaction',
      REDIS_URL: redis.url,
      DATABASE_READ_URL: databases.replica.url,
      TRUST_PROXY: '1',
      PUBLIC_URL: `http://localhost:${entrance}`,
    });
    const servers = ports.map((port) => new Server(shop, port, env));
    await Promise.all(servers.map((server) => server.start()));
    await proxy.hasAll();
    return { shop, databases, redis, servers, proxy, url: proxy.url };
  } catch (error) {
    await shop.close();
    throw error;
  }
}
