/** Parents and children of processes on this machine, from /proc (Linux). */
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

/** Returns the descendants of `pid`, without zombies. */
export function descendants(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (entry(Number(name)) ?? []) : []));
  const below = (parent: number): number[] =>
    all
      .filter((each) => each.parent === parent && !each.dead)
      .flatMap((each) => [each.pid, ...below(each.pid)]);
  return below(pid);
}

/** True while `pid` runs; false for a zombie. */
export const running = (pid: number) => entry(pid)?.dead === false;

/** Returns the command line of `pid`, its words separated by spaces; empty after its end. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
