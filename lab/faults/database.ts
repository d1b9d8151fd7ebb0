/** Faults of the server and of its database under load: kills, stops, lost connections, a full disk. */
import { connect } from '#db/client.ts';
import type { Client } from '#tests/helpers/client.ts';
import { until } from '#tests/helpers/until.ts';
import { answers, type Node, startNode } from '../cluster/databases.ts';
import { type Findings, ms, type Timing } from '../cluster/findings.ts';
import { countTrades, type LoadResult, makeTraders, startLoad } from '../cluster/load.ts';
import type { Fault, Plant } from './plant.ts';

const TRADERS = 4;
const UP_MS = 10_000;
export const ANSWER_MS = 5_000;

/** Kills the server again and again while it trades. */
export const killed: Fault = async (plant, findings, { kills, soon }) => {
  const { server } = plant;
  const name = plant.database ? 'PostgreSQL' : 'embedded';
  let [most, lost, wrong] = [0, 0, 0];
  for (let n = 0; n < kills; n++) {
    const traders = await makeTraders(server.url, TRADERS);
    const load = startLoad(traders);
    await until(() => load.count() > 5);
    await server.end('SIGKILL');
    most = Math.max(most, await server.start());
    const { trades } = await load.stop();
    for (const trader of traders) {
      const { text } = await trader.get(`/api/all-trades/${trader.userId}`);
      if (!text.startsWith('[')) throw new Error(`the trades could not be read: ${text.slice(0, 200)}`);
    }
    const counted = await tradesOf(plant, traders);
    // Every acknowledged trade exists, and at most one unacknowledged trade of each trader.
    if (counted && (counted.fills < trades || counted.fills > trades + TRADERS)) lost += 1;
    wrong += counted?.wrong ?? 0;
  }
  // Only its server may open the embedded database, so nothing is counted there.
  const counted = plant.database
    ? `, ${lost} times not what was acknowledged, ${wrong} balances differ from the ledger`
    : ', trades are read again';
  const outcome = `up again within ${ms(most)}${counted}`;
  findings.add(
    `kill -9 of the server ${kills} times (${name})`,
    outcome,
    soon(most, UP_MS) && lost + wrong === 0,
  );
};

/** Counts these traders' trades in the database; undefined for the embedded one. */
const tradesOf = ({ database }: Plant, traders: readonly Client[]) =>
  database &&
  countTrades(
    database.node.url,
    traders.map(({ userId }) => userId),
  );

/** Breaks a part for a while under load: no acknowledged trade may be lost, and nothing may hang. */
export async function during(
  plant: Plant,
  findings: Findings,
  { what, soon, limit = ANSWER_MS }: { what: string; limit?: number } & Timing,
  fault: () => Promise<void>,
) {
  const { server } = plant;
  const traders = await makeTraders(server.url, TRADERS);
  const load = startLoad(traders);
  await until(() => load.count() > 5);
  await fault();
  const countBefore = load.count();
  const began = performance.now();
  await until(() => load.count() > countBefore + 5);
  const back = performance.now() - began;
  const { trades, failed }: LoadResult = await load.stop();
  const counted = await tradesOf(plant, traders);
  const isExact =
    counted !== undefined &&
    counted.fills >= trades &&
    counted.fills <= trades + failed &&
    counted.wrong === 0;
  const outcome = `trades again after ${ms(back)}, ${failed} refused, none lost or twice`;
  findings.add(
    what,
    isExact ? outcome : `${trades} acknowledged, ${counted?.fills} there`,
    isExact && soon(back, limit),
  );
}

/**
 * Sends a sign-in and opens a cached page while the database is unavailable.
 * @returns both statuses, and the duration of the sign-in, ms
 */
export async function askMeanwhile(plant: Plant): Promise<{ status: number; took: number; page: number }> {
  const { url } = plant.server;
  const began = performance.now();
  const body = JSON.stringify({ username: 'nobody', password: 'a long enough secret' });
  const headers = { 'content-type': 'application/json', origin: url };
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body, headers });
  const took = performance.now() - began;
  const { status: page } = await fetch(`${url}/pricing`);
  return { status: answer.status, took, page };
}

export const databaseStopped: Fault = async (plant, findings, { seconds, soon }) => {
  const { node } = plant.database!;
  for (const [what, signal] of [
    ['stopped', 'SIGINT'],
    ['restarted immediately', 'SIGQUIT'],
  ] as const) {
    let met = { status: 0, took: 0, page: 0 };
    await during(plant, findings, { what: `PostgreSQL ${what}`, soon }, async () => {
      node.child.kill(signal);
      await node.child.exited;
      if (signal === 'SIGINT') {
        await until(async () => (await askMeanwhile(plant)).status === 503);
        met = await askMeanwhile(plant);
        // the duration of the fault, not a wait for an event
        await Bun.sleep(seconds * 1000);
      }
      node.child = (await startNode(plant.shop, node.folder, node.port)).child;
    });
    if (signal !== 'SIGINT') continue;
    const isHonest = met.status === 503 && soon(met.took, ANSWER_MS) && met.page === 200;
    findings.add(
      'meanwhile',
      `${met.status} after ${ms(met.took)}, a page for everyone ${met.page}`,
      isHonest,
    );
  }
};

export const backendsEnded: Fault = async (plant, findings, { soon }) => {
  await during(plant, findings, { what: 'every connection to PostgreSQL ended', soon }, async () => {
    const sql = connect(plant.database!.node.url, { max: 1, name: 'faults' });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paperpit'`;
    await sql.end();
  });
};

export const network: Fault = async (plant, findings, { seconds, soon }) => {
  const { relay } = plant.database!;
  const what = `the network lets nothing through for ${seconds * 2} s`;
  await during(plant, findings, { what, soon, limit: 3 * ANSWER_MS }, async () => {
    relay.block();
    // The fault lasts as long as `what` says.
    await Bun.sleep(seconds * 2_000);
    relay.unblock();
  });
  await during(plant, findings, { what: 'PostgreSQL is 200 ms away', soon }, async () => relay.delay(100));
  relay.delay(0);
};

/** Suspends the process, like a closed laptop or a virtual machine that moves. */
export const suspended: Fault = async (plant, findings, { seconds, soon }) => {
  const { server } = plant;
  const sql = connect(plant.database!.node.url, { max: 1, name: 'faults' });
  await during(plant, findings, { what: `the server suspended for ${seconds * 6} s`, soon }, async () => {
    server.signal('SIGSTOP');
    // Waits by the clock, because the fault is its duration: as long as `what` says, and until the leases have expired.
    await Bun.sleep(seconds * 6_000);
    await until(async () => (await sql`select from leases where until > clock_timestamp()`).length === 0);
    server.signal('SIGCONT');
  });
  const [row] = await sql<{ oldest: number }[]>`select max(quote_age_ms)::integer as oldest from fills`;
  await sql.end();
  findings.add('oldest quote anything was filled on', ms(row!.oldest), row!.oldest <= 15_000);
};

/** Size of the enlarged disk, on which PostgreSQL recovers, MB. */
const ROOM_MB = 512;
const MB = 1_000_000;

/** Writes into PostgreSQL's log until the disk is full. @returns the error's message */
async function fillLog({ url }: Node): Promise<string> {
  const sql = connect(url, { max: 1, name: 'faults' });
  try {
    for (;;) await sql`select pg_logical_emit_message(false, 'faults', repeat('x', ${MB}::integer))`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** True when PostgreSQL survived; false when it ended and must be started again. */
async function isBack(node: Node): Promise<boolean> {
  await until(async () => node.child.exitCode !== null || (await answers(node.url)));
  return node.child.exitCode === null;
}

export const logFull: Fault = async (plant, findings, { soon }) => {
  const { node } = plant.database!;
  let met = { status: 0, took: 0, page: 0 };
  await during(plant, findings, { what: "PostgreSQL's disk full of its log (WAL)", soon }, async () => {
    await fillLog(node);
    await until(async () => (await askMeanwhile(plant)).status === 503);
    met = await askMeanwhile(plant);
    plant.shop.enlarge(node.folder, ROOM_MB);
    if (!(await isBack(node))) node.child = (await startNode(plant.shop, node.folder, node.port)).child;
  });
  const isHonest = met.status === 503 && soon(met.took, ANSWER_MS) && met.page === 200;
  findings.add('meanwhile', `${met.status} after ${ms(met.took)}, a page for everyone ${met.page}`, isHonest);
};
