/**
 * `npm run test:cluster`: what many processes must hold, on HAProxy, three servers, PgBouncer, PostgreSQL with a replica and
 * Redis, for about a minute and a half; `--short` takes one, without trades a second. `--write` puts the table into
 * docs/scale.md. Where a program is not on this machine nothing is tried, and the reason printed.
 */
import { build } from '#framework/build/build.ts';
import * as cases from './cases.ts';
import { startCluster } from './cluster.ts';
import { pooler } from './pooler.ts';
import { missingPrograms } from './programs.ts';
import { replicaReads } from './replica.ts';
import { Findings } from './table.ts';
import { throughput } from './throughput.ts';
import { timing } from './timing.ts';

const { across, redisRestarted, rollingRestart, leaderKilled, primaryLost } = cases;
/** In an order in which each finds what it needs: the replica is gone after the last. */
const CASES = {
  pooler,
  across,
  redisRestarted,
  rollingRestart,
  leaderKilled,
  replicaReads,
  throughput,
  primaryLost,
};

/** Those named alone: `npm run test:cluster -- across rollingRestart`. */
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isShort = process.argv.includes('--short');
const form = isShort ? 'Short form (`--short`)' : 'Whole form';
const effort = {
  ...(isShort ? { seconds: 1, traders: 4 } : { seconds: 10, traders: 32 }),
  ...timing(isShort),
};
/** However many go wrong, this is over by then; the short form may have a busy machine around it. */
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
  // how many trades a second is a figure for a quiet machine
  for (const [name, each] of Object.entries(CASES))
    if (names.length > 0 ? names.includes(name) : !(isShort && name === 'throughput'))
      await each(cluster, findings, effort);
  if (process.argv.includes('--write')) findings.write('scale.md', 'cluster', form);
} finally {
  clearTimeout(timer);
  await cluster.shop.close();
}
process.exit(findings.failed > 0 ? 1 : 0);
