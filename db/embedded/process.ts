import { readFileSync } from 'node:fs';

/** True while a process with this id runs, whoever it belongs to. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True while the process `pid` is a PostgreSQL; where that cannot be found out, while it is alive. */
export function isPostgres(pid: number): boolean {
  if (!alive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return alive(pid);
  }
}

export const pauseMs = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
