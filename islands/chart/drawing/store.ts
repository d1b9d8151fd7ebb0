/**
 * The drawings of each symbol, shared by all panels of the page. The server stores them together with the symbol's
 * indicators. They are sent shortly after each change, and when the reader leaves the page.
 */
import { type Answer, CHANGE_TIMEOUT_MS, call } from '#core/contract/call.ts';
import type { IndicatorId, SmaPeriod } from '#core/market/indicators.ts';
import { type Lines, NO_LINES, withOlder } from './drawings.ts';

type ChartNotes = NonNullable<Answer<'GET /api/charts/:symbol'>['chart']>;
type Indicators = { averages: readonly SmaPeriod[]; studies: readonly IndicatorId[] };

/** The delay of a save after the last change, ms. */
const SAVE_AFTER_MS = 800;

const lines = new Map<string, Lines>();
const indicators = new Map<string, Indicators>();
const loads = new Map<string, Promise<ChartNotes | null>>();
const unsaved = new Set<string>();
/** The newest save of each symbol. */
const saves = new Map<string, Promise<void>>();
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

/** Sets a symbol's drawings, and saves the list if it changed. @param onFailure called when saving fails */
export function setLines(symbol: string, next: Lines, onFailure: () => void): void {
  const isChanged = drawingsOf(symbol).list !== next.list;
  put(symbol, next);
  if (isChanged) keepSoon(symbol, onFailure);
}

/** Uses the page data's stored chart, unless one is loaded: an island that failed to wake calls this again. */
export function seedDrawings(symbol: string, stored: ChartNotes | null): void {
  if (loads.has(symbol)) return;
  loads.set(symbol, Promise.resolve(stored));
  insert(symbol, stored);
}

/** Inserts stored drawings before the drawings that the trader made during the fetch. */
function insert(symbol: string, stored: ChartNotes | null): void {
  if (stored) put(symbol, withOlder(drawingsOf(symbol), stored.drawings));
}

/** Fetches a symbol's stored chart once per page; null when there is none. @throws when the request fails */
function load(symbol: string): Promise<ChartNotes | null> {
  const pending = loads.get(symbol);
  if (pending) return pending;
  const answer = call('GET /api/charts/:symbol', { params: { symbol } }).then(({ chart }) => {
    insert(symbol, chart);
    return chart;
  });
  loads.set(symbol, answer);
  answer.catch(() => loads.delete(symbol));
  return answer;
}

/** Loads a symbol's drawings. @returns the indicators to show with them; null to leave the current ones */
export async function loadDrawings(symbol: string): Promise<Indicators | null> {
  const notes = await load(symbol).catch(() => null);
  return indicators.get(symbol) ?? notes;
}

/** Sets a symbol's indicators. They are saved with the symbol's next change. */
export function noteIndicators(symbol: string, now: Indicators): void {
  indicators.set(symbol, now);
}

/** Saves a symbol's chart after a pause. @param onFailure called when saving fails */
export function keepSoon(symbol: string, onFailure: () => void): void {
  unsaved.add(symbol);
  tellFailure = onFailure;
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER_MS);
}

/** Saves each unsaved symbol after its previous save, whose request might otherwise arrive last. */
function save(): void {
  for (const symbol of unsaved) {
    const previous = saves.get(symbol) ?? Promise.resolve();
    saves.set(
      symbol,
      previous.then(() => saveOne(symbol)),
    );
  }
}

/** Saves at once: a page that the reader leaves sends nothing later. */
function saveLast(): void {
  for (const symbol of unsaved) void saveOne(symbol);
}

async function saveOne(symbol: string): Promise<void> {
  // a stored chart that could not be read must not be overwritten
  const isKnown = await load(symbol).then(
    () => true,
    () => false,
  );
  if (!isKnown) return failed(symbol);
  // the previous save may have sent the newest drawings
  if (!unsaved.delete(symbol)) return;
  const { averages = [], studies = [] } = indicators.get(symbol) ?? {};
  const drawings = drawingsOf(symbol).list.map(({ kind, a, b }) => ({ kind, a, b }));
  const body = { drawings, averages: [...averages], studies: [...studies] };
  const options = {
    // with keepalive the request continues after the page is closed
    fetch: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }),
    signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
  };
  await call('PUT /api/charts/:symbol', { params: { symbol }, body }, options).catch(() => failed(symbol));
}

/** Marks a symbol as unsaved: the next change, or the browser's `online` event, tries again. */
function failed(symbol: string): void {
  unsaved.add(symbol);
  tellFailure();
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', saveLast);
  window.addEventListener('online', save);
}
