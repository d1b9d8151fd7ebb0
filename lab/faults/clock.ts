/** The server's clock jumps by an hour, the database's does not. */
import { connect } from '#db/client.ts';
import { freePort } from '#tests/helpers/port.ts';
import { until } from '#tests/helpers/until.ts';
import { ms } from '../cluster/findings.ts';
import { makeTraders, startLoad } from '../cluster/load.ts';
import { Server, serverEnv } from '../cluster/servers.ts';
import type { Fault, Plant } from './plant.ts';

const HOUR_S = 3_600;
/** The most a current price's time may differ from the database's, s: the oldest quote plus the clocks' difference. */
const NOW_S = 30;
const ANSWER_MS = 5_000;
/** Wait for a new lease, ms: a lease lasts 6 s, another process tries every 2 s, the set clock is read every second. */
const TAKE_OVER_MS = 10_000;

type Look = { at: Date; epoch: bigint; fills: bigint; strange: number };

/**
 * Returns the database's time, the lease's epoch, the newest fill, and the number of fills after `previous` at a price
 * of a wrong time.
 */
async function look(plant: Plant, previous?: Look): Promise<Look> {
  const sql = connect(plant.database!.node.url, { max: 1, name: 'faults' });
  const [row] = await sql<Look[]>`
    select now() as at, l.epoch, (select coalesce(max(id), 0) from fills) as fills,
      (select count(*)::integer from fills where id > ${previous?.fills ?? 0n} and quote_at not between
        ${previous?.at ?? new Date(0)}::timestamptz - ${NOW_S}::integer * interval '1 s'
        and now() + ${NOW_S}::integer * interval '1 s') as strange
    from leases l where l.name = 'orders'`;
  await sql.end();
  return row!;
}

export const clockJumps: Fault = async (plant, findings, { soon }) => {
  const { server, shop } = plant;
  const holds = async (who: Server) => (await who.metric('paperpit_order_lease')) === 1;
  const env = serverEnv({ DATABASE_URL: plant.database!.node.url, DRAIN_SECONDS: '0' });
  const other = new Server(shop, await freePort(), env);
  for (const [what, hours] of [
    ['an hour ahead', 1],
    ['an hour back', -1],
  ] as const) {
    await until(() => holds(server));
    await other.start();
    const load = startLoad(await makeTraders(server.url, 4));
    await until(() => load.count() > 5);
    const initial = await look(plant);

    const began = performance.now();
    await plant.setClock(hours * HOUR_S);
    await until(async () => !(await server.isReady()));
    const lastCount = load.count();
    await until(() => holds(other));
    const took = performance.now() - began;
    const refused = load.failures.length;
    await until(() => load.failures.length > refused);
    const meanwhile = load.count() - lastCount;
    const after = await look(plant);

    const back = performance.now();
    await plant.setClock(0);
    const so = load.count();
    await until(() => load.count() > so + 5);
    const again = performance.now() - back;
    await load.stop();
    const { strange } = await look(plant, initial);
    findings.add(
      `the server's clock ${what}`,
      `${meanwhile} filled meanwhile, ${strange} at a price of another time, trades again after ${ms(again)}`,
      meanwhile === 0 && strange === 0 && soon(again, ANSWER_MS),
    );
    findings.add(
      'the same: who matches orders',
      `another process after ${ms(took)}, epoch ${initial.epoch} to ${after.epoch}`,
      after.epoch > initial.epoch && soon(took, TAKE_OVER_MS) && !(await holds(server)),
    );
    await other.end('SIGTERM');
  }
};
