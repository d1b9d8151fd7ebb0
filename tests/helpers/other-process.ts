/** Another process on the embedded database of a folder; tests and it exchange lines. */
import { join } from 'node:path';
import { KIND } from './postgres.ts';

export type State = { pid: number; adopted: boolean; data: string };

/** An account of this machine that is neither root nor the server's. */
export const STRANGER = 65_534;

/** Prefix of a command that runs it as `uid`, which only root may do. */
export const asUser = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];

/** Appended to names of tests that change to another account: why they are skipped here; empty where they run. */
export const noRoot =
  process.getuid?.() !== 0
    ? ' (skipped: needs root)'
    : Bun.spawnSync([...asUser(STRANGER), process.execPath, '--version']).exitCode !== 0
      ? ' (skipped: another account cannot run Bun)'
      : '';

/** @param as the account that runs it; this process's own if absent */
export function otherProcess(folder: string, { as }: { as?: number } = {}) {
  const command = [process.execPath, join(import.meta.dir, 'embedded-process.ts'), KIND, folder];
  const child = Bun.spawn([...(as === undefined ? [] : asUser(as)), ...command], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  /** Runs one statement in that process, or with `state` returns its state. @throws when the process exits */
  const ask = async <T>(line: string): Promise<T> => {
    child.stdin.write(`${line}\n`);
    await child.stdin.flush();
    let answer = '';
    while (!answer.endsWith('\n')) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the other process ended');
      answer += value;
    }
    return JSON.parse(answer);
  };
  const end = async () => {
    child.stdin.end();
    await child.exited;
  };
  return { child, ask, end, state: () => ask<State>('state') };
}
