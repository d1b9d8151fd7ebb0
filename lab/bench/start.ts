/** Measures the time from `npm start`, in a folder where it has run before, to the first response. */
import { join } from 'node:path';
import { testFolder } from '#tests/helpers/folder.ts';
import { freePort } from '#tests/helpers/port.ts';
import { until } from '#tests/helpers/until.ts';
import { type Bench, median } from './report.ts';

const START = join(import.meta.dir, '../../scripts/start.mjs');
const TIMES = 5;
const TARGET_MS = 3_000;

/** Starts and stops a server. @returns ms from the command to the first page */
async function once(env: Record<string, string>): Promise<number> {
  const began = performance.now();
  const child = Bun.spawn(['node', START], {
    env: { ...process.env, NODE_ENV: undefined, npm_lifecycle_event: undefined, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answers = () =>
    fetch(`http://localhost:${env.PORT}/auth`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(answers);
  const took = performance.now() - began;
  child.kill('SIGTERM');
  await child.exited;
  return took;
}

export const start: Bench = {
  name: 'start',
  async run() {
    const env = {
      DATA_DIR: testFolder(),
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      DATABASE_URL: '',
    };
    const first = await once(env);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push(await once(env));
    const later = median(times);
    return [
      {
        name: 'npm start until the first page, everything installed and built',
        figure: `${Math.round(later)} ms, the first time with an empty folder ${Math.round(first)} ms`,
        target: `below ${TARGET_MS} ms`,
        met: later < TARGET_MS,
      },
    ];
  },
};
