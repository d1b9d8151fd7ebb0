/** Heads of chains that this browser received during seasons and private games: docs/rules/14-season-bundle.md 16. */
import type { SeenHead } from '#proof/season-replay.ts';

const KEY = 'paperpit-heads';
/** The maximum number of heads: of one season or private game, and of all together. */
const MOST = 50;
const MOST_OF_ALL = 500;
/** A head commits to all earlier links, so one head a minute is enough. */
const APART_MS = 60_000;

/**
 * Returns the heads with a new one at the end: for each season the newest head, and one a minute of its older heads,
 * within the limits above. The first received head of a link stays, even if the server later sends another.
 */
export function withHead(heads: readonly SeenHead[], head: SeenHead): SeenHead[] {
  const isSame = ([season]: SeenHead) => season === head[0];
  const same = heads.filter(isSame);
  if (same.some(([, seq]) => seq === head[1])) return [...heads];
  const [secondLast, last] = same.slice(-2);
  const isNear = secondLast && last && last[3] - secondLast[3] < APART_MS;
  const older = isNear ? same.slice(0, -1) : same;
  const others = heads.filter((each) => !isSame(each));
  return [...others, ...[...older, head].slice(-MOST)].slice(-MOST_OF_ALL);
}

export function readHeads(): SeenHead[] {
  try {
    const heads: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(heads) ? heads.filter((head) => Array.isArray(head) && head.length === 4) : [];
  } catch {
    // the browser has no storage, or the key has other contents
    return [];
  }
}

export function writeHeads(heads: readonly SeenHead[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(heads));
  } catch {
    // the browser has no storage
  }
}
