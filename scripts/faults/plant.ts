/** What faults are tried on: one server on a PostgreSQL of its own, with a stretch of network in between, or on the embedded one. */

import { freePort } from '#tests/helpers/port.ts';
import { setActive } from '../cluster/cases.ts';
import { type Node, newNode } from '../cluster/databases.ts';
import { Workshop } from '../cluster/programs.ts';
import { Server, serverEnv } from '../cluster/servers.ts';
import type { Findings } from '../cluster/table.ts';
import type { Timing } from '../cluster/timing.ts';
import { type Relay, startRelay } from './relay.ts';

export type Plant = {
  shop: Workshop;
  server: Server;
  /** Absent with the embedded database. */
  database?: { node: Node; relay: Relay };
  close(): Promise<void>;
};

/** How much is tried, and by which share memory may grow over `requests`: few of them say less. */
export type Trial = {
  kills: number;
  seconds: number;
  sockets: number;
  requests: number;
  growth: number;
} & Timing;
export type Fault = (plant: Plant, findings: Findings, trial: Trial) => Promise<void>;

/** @returns with a season that is on */
export async function startPlant(kind: 'postgres' | 'embedded'): Promise<Plant> {
  const shop = new Workshop();
  try {
    const own = { DRAIN_SECONDS: '0' };
    let database: Plant['database'];
    if (kind === 'postgres') {
      const node = await newNode(shop);
      database = { node, relay: await startRelay(node.port) };
    }
    const url = database?.node.url.replace(/:\d+\//, `:${database.relay.port}/`);
    const server = new Server(
      shop,
      await freePort(),
      serverEnv({ ...own, ...(url && { DATABASE_URL: url }) }),
    );
    await server.start();
    await setActive(server.url, true);
    const close = async () => {
      await server.end('SIGTERM');
      database?.relay.stop();
      await shop.close();
    };
    return { shop, server, ...(database && { database }), close };
  } catch (error) {
    await shop.close();
    throw error;
  }
}
