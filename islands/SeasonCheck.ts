import { formatDateTime, formatNumber } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { fill } from '#core/locale/sentence.ts';
import { serverNow } from '#framework/browser/server-clock.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import type texts from '#locales/en/check.json';
import type { Finding } from '#proof/difference.ts';
import type { ProofInput } from './check/prove.ts';
import type { CheckState, StepState } from './check/report.ts';
import { readHeads } from './check/seen-heads.ts';

type Props = {
  /** The number of a season, or of a private game's bundle. */
  number: number;
  fileName: string;
  bundleUrl: string;
  /** URL of the script that proves the bundle, fetched when Start is pressed. */
  workerUrl: string;
  texts: CheckTexts;
  locale: Locale;
  zone: string;
};

/** The maximum number of differences in the page's table; the saved report has more. */
const SHOWN = 20;

/** Fetches a file. @throws Error with the server's message, or else with the status */
async function download(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal, headers: { accept: 'application/json' } });
  if (answer.ok) return await answer.arrayBuffer();
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `${answer.status}`);
}

/** Returns the data of a bundle, decompressed when it is gzipped. */
async function unpack(data: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const [one, two] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
  if (one !== 0x1f || two !== 0x8b) return new Uint8Array(data);
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Derives the results of a season again in a worker, and shows the progress. */
function mount(host: HTMLElement, props: Props): () => void {
  const { number, bundleUrl, workerUrl, texts } = props;
  const part = (name: string) => host.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  let run: AbortController | null = null;

  const finish = () => {
    run?.abort();
    run = null;
  };
  async function start(): Promise<void> {
    finish();
    const controller = new AbortController();
    run = controller;
    const view = openView(host, props);
    try {
      const data = await download(bundleUrl, controller.signal);
      const input: ProofInput = {
        bytes: await unpack(data),
        seenHeads: readHeads(),
      };
      if (controller.signal.aborted) return;
      const worker = new Worker(workerUrl);
      controller.signal.addEventListener('abort', () => worker.terminate());
      worker.onmessage = ({ data: state }: MessageEvent<CheckState>) => {
        view.show(state);
        if (state.end !== null) finish();
      };
      worker.onerror = (event) => {
        view.broken(event.message);
        finish();
      };
      worker.postMessage(input, [input.bytes.buffer]);
    } catch (error) {
      if (controller.signal.aborted) return;
      view.broken(error instanceof Error ? error.message : `${error}`);
      finish();
    }
  }
  const stop = () => {
    finish();
    host.querySelector<HTMLElement>('.check')!.dataset.end = 'stopped';
    part('headline').textContent = texts.stopped;
    part('start').textContent = texts.again;
    part('start').focus();
  };
  const onStart = () => void start();
  part('start').addEventListener('click', onStart);
  part('stop').addEventListener('click', stop);
  part('tag').textContent = fill(texts.where, { number });
  return () => {
    finish();
    part('start').removeEventListener('click', onStart);
    part('stop').removeEventListener('click', stop);
  };
}

function openView(host: HTMLElement, { number, fileName, texts, locale, zone }: Props) {
  const part = (name: string) => host.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  const root = host.querySelector<HTMLElement>('.check')!;
  const began = performance.now();
  let field: SquareField | null = null;
  let spoken = 0;
  const tellTime: TellTime = (at) => formatDateTime(at, { locale, zone, now: serverNow() });
  const say = (name: string, text: string) => {
    const element = part(name);
    if (element.textContent !== text) element.textContent = text;
  };
  root.dataset.end = 'running';
  say('headline', texts.downloading);
  say('note', texts.leave);
  part('stop').focus();

  function showSteps({ steps }: CheckState): void {
    for (const element of host.querySelectorAll<HTMLElement>('[data-step]')) {
      const name = element.dataset.step as keyof CheckState['steps'];
      const step = steps[name];
      const isOn = step.done > 0;
      element.dataset.state = step.differs > 0 ? 'bad' : step.over ? 'good' : isOn ? 'run' : 'wait';
      element.querySelector('.check-count')!.textContent = stepText(texts, name, step);
    }
  }
  function showRunning({ done, fills }: CheckState): void {
    say('headline', fill(texts.running, { n: formatNumber(done), of: formatNumber(fills) }));
    const seconds = Math.ceil((((performance.now() - began) / 1000) * (fills - done)) / Math.max(1, done));
    say('note', done * 20 > fills ? fill(texts.left, { seconds: formatNumber(seconds) }) : texts.leave);
    const quarter = Math.floor((4 * done) / Math.max(1, fills));
    if (quarter <= spoken || quarter > 3) return;
    spoken = quarter;
    say('spoken', fill(texts.spoken, { percent: quarter * 25 }));
  }
  function showEnd(state: CheckState): void {
    const { end } = state;
    root.dataset.end = end!;
    const result = resultText(texts, { ...state, season: number });
    say('headline', result);
    say('spoken', result);
    const seconds = formatNumber((performance.now() - began) / 1000, 1);
    if (end === 'holds') say('note', fill(texts.took, { seconds, at: tellTime(serverNow()) }));
    else say('note', end === 'cannot' ? texts.cannotText : texts.keep);
    if (end !== 'cannot') say('tag', fill(end === 'holds' ? texts.holds : texts.fails, { number }));
    say('done-label', end === 'holds' ? texts.equal : texts.same);
    const save = part('save') as HTMLAnchorElement;
    save.href = URL.createObjectURL(new Blob([JSON.stringify(state, null, 2)], { type: 'application/json' }));
    save.download = `${fileName}-check.json`;
    if (state.differences > 0) showFindings(state);
  }
  function showFindings({ findings, differences }: CheckState): void {
    part('findings').hidden = false;
    const visibleFindings = findings.slice(0, SHOWN);
    say('shown', fill(texts.shown, { n: visibleFindings.length, of: formatNumber(differences) }));
    part('rows').replaceChildren(
      ...visibleFindings.map((finding) => findingRow(findingTexts(texts, finding, tellTime))),
    );
  }

  return {
    broken(message: string): void {
      root.dataset.end = 'stopped';
      say('headline', texts.broken);
      say('note', message);
      say('spoken', texts.broken);
    },
    show(state: CheckState): void {
      const { fills, done, end, differing } = state;
      if (!field && fills > 0) {
        field = layField(part('field') as unknown as SVGSVGElement, fills);
        if (field.each > 1) say('caption', fill(texts.squares, { count: formatNumber(field.each) }));
      }
      field?.draw(done, differing, end !== null);
      say('percent', `${Math.floor((100 * done) / Math.max(1, fills))}%`);
      showSteps(state);
      if (end === null) showRunning(state);
      else showEnd(state);
    },
  };
}

const CELLS = ['font-600', 'break-all', '', 'break-all text-end text-loss', 'break-all text-end'];

function findingRow(texts: readonly string[]): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.className = 'border-t border-line-1';
  for (const [n, text] of texts.entries()) {
    const cell = row.insertCell();
    cell.className = `px-2 py-2.5 align-top md:px-4 ${CELLS[n]}`;
    const content = document.createElement('bdi');
    content.textContent = text;
    cell.append(content);
  }
  return row;
}

export default behaviour('SeasonCheck', 'load', mount);

/** The distance between the starts of two squares, px. */
const CELL = 8;
const MAX_ROWS = 38;

type SquareField = {
  /** The number of fills that one square represents. */
  each: number;
  draw(done: number, differing: readonly number[], isOver: boolean): void;
};

/** Lays out the field of squares: one for each fill, or for several fills where there is not enough space. */
function layField(svg: SVGSVGElement, fills: number): SquareField {
  const columns = Math.max(1, Math.floor(svg.clientWidth / CELL));
  const each = Math.max(1, Math.ceil(fills / (columns * MAX_ROWS)));
  const squares = Math.ceil(fills / each);
  const [todo, done, bad, now] = [...svg.querySelectorAll<SVGPathElement>(':scope > path')];
  /** Returns the SVG path around the first `count` squares, row by row. */
  const first = (count: number) => {
    const rows = Math.floor(count / columns);
    const rest = count % columns;
    return `M0 0H${columns * CELL}V${rows * CELL}H${rest * CELL}V${(rows + 1) * CELL}H0Z`;
  };
  const square = (n: number) => {
    const [x, y] = [(n % columns) * CELL, Math.floor(n / columns) * CELL];
    return `M${x - 2} ${y - 2}h12v12h-12Z`;
  };
  todo!.setAttribute('d', first(squares));
  return {
    each,
    draw(fill, differing, isOver) {
      const count = Math.ceil(fill / each);
      done!.setAttribute('d', first(count));
      bad!.setAttribute('d', [...new Set(differing.map((n) => Math.floor(n / each)))].map(square).join(''));
      const next = `M${(count % columns) * CELL} ${Math.floor(count / columns) * CELL}h8v8h-8Z`;
      now!.setAttribute('d', isOver || count >= squares ? '' : next);
    },
  };
}

type CheckTexts = typeof texts;
type TellTime = (at: number) => string;

const whole = (n: number) => formatNumber(n);

/** Returns a step's progress, or its number of differences; '' for the bundle, and while the total is unknown. */
function stepText(texts: CheckTexts, name: string, { done, of, differs, over }: StepState): string {
  if (differs > 0) return differs === 1 ? texts.differingOne : fill(texts.differing, { n: whole(differs) });
  if (of === 0 || name === 'bundle') return '';
  if (name === 'chain') return fill(texts.heads, { n: whole(done) });
  if (over && name !== 'seeds') return whole(done);
  return fill(texts.of, { n: whole(done), of: whole(of) });
}

function resultText(
  texts: CheckTexts,
  { end, fills, traders, differing, simulated, season }: CheckState,
): string {
  if (end === 'cannot') return fill(texts.cannot, { number: season });
  const values = { fills: whole(fills), traders: whole(traders), count: whole(differing.length) };
  if (end === 'holds') return fill(simulated ? texts.result : texts.resultForeign, values);
  if (differing.length === 0) return texts.failedOther;
  return fill(differing.length === 1 ? texts.failedOne : texts.failed, values);
}

function findingTexts(texts: CheckTexts, finding: Finding, tellTime: TellTime): string[] {
  const { place, what, trader, symbol, at, is, should } = finding;
  // a head in this browser's storage is dated to the minute, every other finding to the second
  const seconds = what === 'seen' ? '' : `:${new Date(at ?? 0).toISOString().slice(17, 19)}`;
  const values = { symbol: symbol ?? '', at: at === undefined ? '' : tellTime(at) + seconds };
  return [
    fill(texts.places[place.kind], { id: place.id }),
    trader ?? '',
    fill(texts.what[what], values),
    is ?? '',
    should ?? '',
  ];
}
