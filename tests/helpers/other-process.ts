/** Another process of ours on the embedded database of a folder, spoken to line by line. */
import { join } from 'node:path';
import { KIND } from './postgres.ts';

export type State = { pid: number; adopted: boolean; data: string };

/** An account of this machine that is neither root nor the server's. */
export const STRANGER = 65_534;

/** In front of a command: runs it as `uid`, which only root may. */
export const asUser = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];

/** Why a test that changes to another account is skipped, or nothing. */
export const noRoot =
  process.getuid?.() !== 0
    ? ' (skipped: needs root)'
    : Bun.spawnSync([...asUser(STRANGER), process.execPath, '--version']).exitCode !== 0
      ? ' (skipped: another account cannot run Bun)'
      : '';

/** @param as the account it runs as, ours when not given */
export function otherProcess(folder: string, { as }: { as?: number } = {}) {
  const command = [process.execPath, join(import.meta.dir, 'embedded-process.ts'), KIND, folder];
  const child = Bun.spawn([...(as === undefined ? [] : asUser(as)), ...command], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  /** Runs one statement there, or with `state` tells its state. @throws when the process ends */
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
