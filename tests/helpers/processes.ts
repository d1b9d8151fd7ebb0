/** Who started whom on this machine, read from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

type Entry = { pid: number; parent: number; dead: boolean };

function entry(pid: number): Entry | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return { pid, parent: Number(parent), dead: state === 'Z' || state === 'X' };
  } catch {
    return undefined;
  }
}

/** The processes below `pid`, itself left out; who has ended and waits to be noticed does not count. */
export function descendants(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (entry(Number(name)) ?? []) : []));
  const below = (parent: number): number[] =>
    all
      .filter((each) => each.parent === parent && !each.dead)
      .flatMap((each) => [each.pid, ...below(each.pid)]);
  return below(pid);
}

/** True while `pid` runs; one that has ended and waits to be noticed does not. */
export const running = (pid: number) => entry(pid)?.dead === false;

/** The command line of `pid`, its words separated by spaces; empty when it is gone. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
