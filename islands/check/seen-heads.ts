/** Heads of chains that this browser received while seasons ran: docs/rules/14-season-bundle.md 16. */
import type { SeenHead } from '#proof/bundle.ts';

const KEY = 'paperpit-heads';
const MOST = 50;
/** A head commits to all before it: of one minute the last one is enough. */
const APART_MS = 60_000;

/** Returns the heads with a new one: the newest, and one a minute of the older ones. */
export function withHead(heads: readonly SeenHead[], head: SeenHead): SeenHead[] {
  const [secondLast, last] = heads.slice(-2);
  const isNear = secondLast && last && last[0] === head[0] && last[3] - secondLast[3] < APART_MS;
  return [...(isNear ? heads.slice(0, -1) : heads), head].slice(-MOST);
}

export function readHeads(): SeenHead[] {
  try {
    const heads: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(heads) ? heads.filter((head) => Array.isArray(head) && head.length === 4) : [];
  } catch {
    // no storage, or something else under this name
    return [];
  }
}

export function writeHeads(heads: readonly SeenHead[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(heads));
  } catch {
    // no storage
  }
}
