/** PostgreSQL's disk is full of its own log. */
import { connect } from '#db/client.ts';
import { until } from '#tests/helpers/until.ts';
import { answers, type Node, startNode } from '../cluster/databases.ts';
import { ms } from '../cluster/table.ts';
import { ANSWER_MS, askMeanwhile, during } from './database.ts';
import type { Fault } from './plant.ts';

/** MB, with which everything goes on. */
const ROOM_MB = 512;
const MB = 1_000_000;

/** Writes into PostgreSQL's log until it cannot any more. @returns what it said */
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

/** It ends itself when it cannot write its log, and whoever runs it starts it again. */
async function isBack(node: Node): Promise<boolean> {
  return await until(async () => node.child.exitCode !== null || (await answers(node.url))).then(
    () => node.child.exitCode === null,
  );
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
