/**
 * Drawings of each symbol, one value for all panels of the page, kept on the server with the indicators chosen there: a
 * moment after each change, and when the page is left.
 */
import * as at from '#core/contract/addresses.ts';
import { type Answer, call } from '#core/contract/call.ts';
import type { SmaPeriod, StudyId } from '#core/market/indicators.ts';
import { withOlder } from './lines.ts';
import { type Lines, NO_LINES } from './state.ts';

type ChartNotes = NonNullable<Answer<typeof at.keptChart>['chart']>;
type Indicators = { averages: readonly SmaPeriod[]; studies: readonly StudyId[] };

/** After the last change, ms. */
const SAVE_AFTER_MS = 800;

const lines = new Map<string, Lines>();
const indicators = new Map<string, Indicators>();
const loads = new Map<string, Promise<ChartNotes | null>>();
const unsaved = new Set<string>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let tellFailure = () => {};

export const drawingsOf = (symbol: string): Lines => lines.get(symbol) ?? NO_LINES;

export function watchLines(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function put(symbol: string, next: Lines): void {
  lines.set(symbol, next);
  for (const listener of listeners) listener();
}

/** The next state of a symbol's drawings. @param onFailure told when they could not be kept */
export function setLines(symbol: string, next: Lines, onFailure: () => void): void {
  const isChanged = drawingsOf(symbol).list !== next.list;
  put(symbol, next);
  if (isChanged) keepSoon(symbol, onFailure);
}

/** What the page brought, or a call: it stands before what has been drawn meanwhile. */
export function seedDrawings(symbol: string, stored: ChartNotes | null): void {
  if (!loads.has(symbol)) loads.set(symbol, Promise.resolve(stored));
  if (stored) put(symbol, withOlder(drawingsOf(symbol), stored.drawings));
}

/** What is kept of a symbol, asked for once a page; null when there is nothing. @throws when there is no answer */
function load(symbol: string): Promise<ChartNotes | null> {
  const known = loads.get(symbol);
  if (known) return known;
  const answer = call(at.keptChart, { params: { symbol } }).then(({ chart }) => {
    seedDrawings(symbol, chart);
    return chart;
  });
  loads.set(symbol, answer);
  answer.catch(() => loads.delete(symbol));
  return answer;
}

/** Loads a symbol's drawings. @returns the indicators to show with them; null: those that are shown */
export async function loadDrawings(symbol: string): Promise<Indicators | null> {
  const notes = await load(symbol).catch(() => null);
  return indicators.get(symbol) ?? notes;
}

/** What a panel shows of a symbol; kept with its next change. */
export function noteIndicators(symbol: string, now: Indicators): void {
  indicators.set(symbol, now);
}

/** Keeps what a symbol's chart shows. @param onFailure told when that could not be done */
export function keepSoon(symbol: string, onFailure: () => void): void {
  unsaved.add(symbol);
  tellFailure = onFailure;
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER_MS);
}

function save(): void {
  for (const symbol of unsaved) void saveOne(symbol);
  unsaved.clear();
}

async function saveOne(symbol: string): Promise<void> {
  // what is not known yet must not be written over
  const isKnown = await load(symbol).then(
    () => true,
    () => false,
  );
  if (!isKnown) return failed(symbol);
  const { averages = [], studies = [] } = indicators.get(symbol) ?? {};
  const drawings = drawingsOf(symbol).list.map(({ kind, a, b }) => ({ kind, a, b }));
  const body = { drawings, averages: [...averages], studies: [...studies] };
  // a page that is left still sends it
  const stay: typeof fetch = Object.assign(
    (url: RequestInfo | URL, init?: RequestInit) => fetch(url, { ...init, keepalive: true }),
    fetch,
  );
  await call(at.keepChart, { params: { symbol }, body }, { fetch: stay }).catch(() => failed(symbol));
}

/** The next change, or the line that is back, tries again. */
function failed(symbol: string): void {
  unsaved.add(symbol);
  tellFailure();
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', save);
  window.addEventListener('online', save);
}
