/** Python, for the proofs in another language. */
import { join } from 'node:path';

const program = Bun.which('python3');

/** Appended to names of tests: why they are skipped here; empty where they run. */
export const noPython = program ? '' : ' (skipped: there is no python3 on this machine)';

let interpreter: string | undefined;

/** Returns the path of the interpreter: `python3` may be a script that searches for it at each start. */
function interpreterPath(): string {
  interpreter ??= Bun.spawnSync([program!, '-c', 'import sys; print(sys.executable)'])
    .stdout.toString()
    .trim();
  return interpreter;
}

/** Runs a file of tests/independent. @returns its exit code and its output */
export async function runPython(file: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const path = join(import.meta.dir, '../independent', file);
  const child = Bun.spawn([interpreterPath(), '-B', path, ...args], { stdout: 'pipe', stderr: 'pipe' });
  const [out, faults] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output: out + faults };
}
