/**
 * `npm run test:cluster`: runs the cases of many processes on HAProxy, three servers, PgBouncer, PostgreSQL with a
 * replica and Redis, in about 90 s. `--short` takes about 60 s and leaves out the throughput. `--write` puts the table
 * into docs/scale.md. If a program is missing on this machine, the command prints its name and tries nothing.
 */
import { build } from '#framework/build/build.ts';
import * as cases from './cases.ts';
import { startCluster } from './cluster.ts';
import { Findings, timing } from './findings.ts';
import { missingPrograms } from './programs.ts';

/** The sequence matters: the last case loses the primary, and the replica takes its place. */
const CASES: Record<string, cases.Case> = {
  pooler: cases.pooler,
  across: cases.across,
  redisRestarted: cases.redisRestarted,
  rollingRestart: cases.rollingRestart,
  leaderKilled: cases.leaderKilled,
  replicaReads: cases.replicaReads,
  throughput: cases.throughput,
  primaryLost: cases.primaryLost,
};

/** Names on the command line choose cases: `npm run test:cluster -- across rollingRestart`. */
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isShort = process.argv.includes('--short');
const form = isShort ? 'Short form (`--short`)' : 'Whole form';
const effort = {
  ...(isShort ? { seconds: 1, traders: 4 } : { seconds: 10, traders: 32 }),
  ...timing(isShort),
};
/** Time limit of the whole run, ms. The short form may run beside other work. */
const MOST_MS = isShort ? 570_000 : 900_000;

const missing = missingPrograms();
if (missing.length > 0) {
  console.log(`skipped: the cluster needs ${missing.join(', ')}`);
  process.exit(0);
}
await build();
const cluster = await startCluster();
const timer = setTimeout(() => {
  console.log('FAILS  the cluster took too long');
  void cluster.shop.close().then(() => process.exit(1));
}, MOST_MS);
const findings = new Findings();
try {
  await cases.setActive(cluster.url, true);
  // the short form may run beside other work, where trades a second say nothing
  for (const [name, each] of Object.entries(CASES))
    if (names.length > 0 ? names.includes(name) : !(isShort && name === 'throughput'))
      await each(cluster, findings, effort);
  if (process.argv.includes('--write')) findings.write('scale.md', 'cluster', form);
} finally {
  clearTimeout(timer);
  await cluster.shop.close();
}
process.exit(findings.failed > 0 ? 1 : 0);
