/** Child programs that never outlive the process that started them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { SystemAccount } from './account.ts';

type Bound = {
  /** The shell around the program. Closing its standard input ends the program. */
  child: ChildProcess;
  pid: Promise<number>;
  /** The program's exit code; null when the shell was killed. Rejects when the shell cannot start. */
  exited: Promise<number | null>;
};

/**
 * The shell prints the program's process id, then waits on its standard input. When this process ends, even by kill
 * -9, its pipe to the shell closes, and the shell interrupts the program: a server shuts down fast, `initdb` cleans up.
 */
const LIFELINE = `exec 3<&0
"$0" "$@" </dev/null 3<&- >&2 & program=$!
echo $program
exec >&2
(read -r _ <&3; kill -INT $program) & watch=$!
exec 3<&-
wait $program; code=$?
kill $watch 2>/dev/null
exit $code`;

/** Starts `program` bound to this process. Its output goes to `stderr`, a file descriptor or a pipe. */
export function spawnBound(
  program: string,
  args: string[],
  options: {
    account: SystemAccount | undefined;
    env: Record<string, string>;
    stderr: number | 'pipe';
  },
): Bound {
  // detached: a Ctrl-C in the terminal reaches only this process, which then stops the program
  const child = spawn('/bin/sh', ['-c', LIFELINE, program, ...args], {
    ...options.account,
    env: options.env,
    stdio: ['pipe', 'pipe', options.stderr],
    detached: true,
  });
  const exited = new Promise<number | null>((done, reject) => {
    child.once('exit', done);
    child.once('error', reject);
  });
  const pid = new Promise<number>((tell) => child.stdout?.once('data', (line) => tell(Number(line))));
  return { child, pid, exited };
}

/** True while a process with this id runs, under any user of the system. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True while `pid` is a PostgreSQL process; on a system without /proc, while it is alive. */
export function isPostgres(pid: number): boolean {
  if (!alive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return alive(pid);
  }
}

export const pauseMs = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
