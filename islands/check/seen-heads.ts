/** Heads of chains this browser heard of while seasons ran: docs/rules/14-season-bundle.md 16. */
import type { SeenHead } from './proof/report.ts';

const KEY = 'paperpit-heads';
const MOST = 50;
/** Each commits to all before it, so that those of one minute say no more than the last of them. */
const APART_MS = 60_000;

/** With one more: the newest always, of those before it one a minute. */
export function withHead(heads: readonly SeenHead[], head: SeenHead): SeenHead[] {
  const [before, last] = heads.slice(-2);
  const isNear = before && last && last[0] === head[0] && last[3] - before[3] < APART_MS;
  return [...(isNear ? heads.slice(0, -1) : heads), head].slice(-MOST);
}

export function readHeads(): SeenHead[] {
  try {
    const heads: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(heads) ? heads.filter((head) => Array.isArray(head) && head.length === 4) : [];
  } catch {
    // a browser that keeps nothing, or something else under this name
    return [];
  }
}

export function writeHeads(heads: readonly SeenHead[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(heads));
  } catch {
    // a browser that keeps nothing
  }
}
