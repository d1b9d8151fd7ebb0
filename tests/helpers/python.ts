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

const pathOf = (file: string) => join(import.meta.dir, '../independent', file);

/** Runs a file of tests/independent. @returns its exit code and its output */
export async function runPython(file: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([interpreterPath(), '-B', pathOf(file), ...args], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, faults] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output: out + faults };
}

/** Starts a file of tests/independent that answers each line of its input and ends each answer with `exit CODE`. */
export function startPython(file: string, ...args: string[]) {
  const child = Bun.spawn([interpreterPath(), '-B', pathOf(file), ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  child.unref();
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  return {
    /** Sends a line. @throws when the program ends before its answer */
    async ask(line: string): Promise<{ code: number; output: string }> {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`${file} ended: ${text}`);
        text += decoder.decode(value, { stream: true });
        const [, output, code] = /^((?:.*\n)*)exit (\d)\n$/.exec(text) ?? [];
        if (code !== undefined) return { code: Number(code), output: output! };
      }
    },
  };
}
