/**
 * `npm run test:faults`: breaks one part after the other under load; `--write` puts the table into docs/reliability.md.
 * `--short` takes two and a half minutes, the whole form ten to fifteen, most of it for 50 kills (`--kills=20` makes
 * fewer). Skips a fault that needs a program which this machine lacks, and prints the reason.
 */
import { build } from '#framework/build/build.ts';
import { Findings, timing } from '../cluster/findings.ts';
import { clockJumps } from './clock.ts';
import * as crowd from './crowd.ts';
import * as database from './database.ts';
import { gamesKilled } from './games.ts';
import { type Fault, type Kind, lackingFor, type Plant, startPlant, type Trial } from './plant.ts';

const isShort = process.argv.includes('--short');
const form = isShort ? 'Short form (`--short`)' : 'Whole form';
const fewer = process.argv.find((word) => word.startsWith('--kills='))?.split('=')[1];
const trial: Trial = {
  ...(isShort
    ? { kills: 2, seconds: 1, sockets: 200, readers: 500, requests: 20_000, growth: 1 }
    : {
        kills: Number(fewer ?? 50),
        seconds: 10,
        sockets: 10_000,
        readers: 500,
        requests: 200_000,
        growth: 0.25,
      }),
  ...timing(isShort),
};
const MOST_MS = isShort ? 570_000 : 1_800_000;

const { killed, databaseStopped, backendsEnded, network, suspended, logFull } = database;
const { idleSockets, stuckReaders, slowAndLarge, manyRequests } = crowd;
const ON_POSTGRES = {
  killed,
  gamesKilled,
  databaseStopped,
  backendsEnded,
  network,
  suspended,
  idleSockets,
  stuckReaders,
  slowAndLarge,
  manyRequests,
};
/** The groups of faults; each gets a new set-up. */
const FAULTS: [Kind, Record<string, Fault>][] = [
  ['embedded', { killed }],
  ['postgres', ON_POSTGRES],
  ['small disk', isShort ? {} : { logFull }],
  ['set clock', isShort ? {} : { clockJumps }],
];

/** Names on the command line choose faults: `npm run test:faults -- killed network`. */
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const findings = new Findings();

/** The plant to stop when the whole run takes too long. */
let running: Plant | null = null;

async function tryAll(kind: Kind, faults: Record<string, Fault>): Promise<void> {
  const chosen = Object.entries(faults).filter(([name]) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) return;
  const lacking = lackingFor(kind);
  if (lacking) return console.log(`skipped: ${chosen.map(([name]) => name).join(', ')} need ${lacking}`);
  const plant = await startPlant(kind);
  running = plant;
  try {
    for (const [, fault] of chosen) await fault(plant, findings, trial);
  } finally {
    await plant.close();
  }
}

const timer = setTimeout(() => {
  console.log('FAILS  the faults took too long');
  void Promise.resolve(running?.shop.close()).then(() => process.exit(1));
}, MOST_MS);
await build();
for (const [kind, faults] of FAULTS) await tryAll(kind, faults);
clearTimeout(timer);
if (process.argv.includes('--write')) findings.write('reliability.md', 'faults', form);
process.exit(findings.failed > 0 ? 1 : 0);
