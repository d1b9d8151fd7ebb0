/** Runs one test server until the tests' owner exits: hold-postgres.ts KIND PID FOLDER DATABASE_FOLDER. */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { alive } from '#db/embedded/lifeline.ts';
import { type Kind, QUICK, startServer } from './postgres.ts';

const [kind, pid, folder, databases] = process.argv.slice(2) as [Kind, string, string, string];
const ready = join(folder, `${kind}.json`);

function tell(answer: object) {
  writeFileSync(`${ready}.new`, JSON.stringify(answer));
  renameSync(`${ready}.new`, ready);
}

try {
  const server = await startServer(kind, join(databases, kind), QUICK);
  tell({ target: server.superuser });
  while (alive(Number(pid))) await Bun.sleep(200);
  await server.stop();
} catch (error) {
  tell({ problem: `The test database does not start: ${error instanceof Error ? error.message : error}` });
  while (alive(Number(pid))) await Bun.sleep(200);
}
for (const each of new Set([folder, databases])) removeWithStrays(each);

/** Removes a folder, and those of owners that have exited without a holder, or whose holder was killed. */
function removeWithStrays(path: string) {
  rmSync(path, { recursive: true, force: true });
  const [name, parent] = [basename(path), dirname(path)];
  const prefix = name.slice(0, -pid.length);
  for (const other of readdirSync(parent)) {
    const owner = other.startsWith(prefix) ? Number(other.slice(prefix.length)) : 0;
    if (owner > 0 && !alive(owner)) rmSync(join(parent, other), { recursive: true, force: true });
  }
}
