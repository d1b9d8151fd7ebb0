/**
 * Proves a season from its bundle alone, in one pass, without a database or settings. `npm run verify-season` uses it,
 * and so does the page that checks a season in the reader's browser.
 */
import { BUNDLE_LINES, type BundleKind, type BundleRow, readBundleLine } from '#core/season/bundle-lines.ts';
import { Sha256 } from '#market/simulated/crypto.ts';
import { type Finding, type ProofStep, SeasonDiffersError } from './difference.ts';
import * as read from './lines.ts';
import { SeasonReplay, type SeenHead, type Verification } from './season-replay.ts';
import { CannotCheckError, demandTerms } from './terms.ts';

export type Listener = {
  /** Receives a finding. The proof continues unless this function throws. */
  tell(finding: Finding): void;
  /**
   * Counts one more checked row of a step.
   * @param differs true for a fill that differs; false for the other steps, whose differences come through `tell`
   */
  did?(step: ProofStep, differs: boolean): void;
};

const KINDS = Object.keys(BUNDLE_LINES) as BundleKind[];
const [FIRST_OF_RECORD, LAST_OF_RECORD] = [KINDS.indexOf('rules'), KINDS.indexOf('link')];
/**
 * The position of each kind of line in a bundle. The kinds `rules` to `link` share a position: their lines are mixed.
 */
const PLACES = Object.fromEntries(
  KINDS.map((kind, n) => [kind, n >= FIRST_OF_RECORD && n <= LAST_OF_RECORD ? FIRST_OF_RECORD : n]),
) as Record<BundleKind, number>;

/** Checks the lines of a bundle one after another. */
export class BundleProof {
  readonly #listener: Listener;
  readonly #seenHeads: readonly SeenHead[];
  readonly #hash = new Sha256();
  readonly #last = new Map<BundleKind, number | string>();
  readonly #counts = new Map<BundleKind, number>();
  #place = -1;
  #lines = 0;
  #end: string | null = null;
  #replay: SeasonReplay | null = null;

  constructor(listener: Listener, seenHeads: readonly SeenHead[] = []) {
    this.#listener = listener;
    this.#seenHeads = seenHeads;
  }

  /** Null before the season's line. */
  get season(): read.BundleSeason | null {
    return this.#replay?.season ?? null;
  }

  /** Checks the next line, without its line break. @throws CannotCheckError */
  add(text: string): void {
    this.#lines++;
    if (this.#end !== null) this.#tellLine('line', `Line ${this.#lines} stands behind the end.`);
    const row = readBundleLine(text);
    if (row?.kind !== 'end') this.#hash.add(`${text}\n`);
    if (!row) {
      this.#tellLine('line', `Line ${this.#lines} is no line of a bundle: ${text.slice(0, 80)}`);
      return;
    }
    this.#checkOrder(row);
    if (row.kind === 'end') this.#end ??= row.values.hash;
    else if (row.kind !== 'season') this.#read(() => this.#replay?.add(row, text));
    else this.#replay ??= this.#read(() => this.#open(read.readSeason(row.values)));
  }

  /** Reports bytes after the end of the last line. */
  addRest(): void {
    this.#lines++;
    this.#tellLine('line', 'The file ends in the middle of a line.');
  }

  /** Runs a part of the proof and reports a value that cannot be read. @returns null for such a value */
  #read<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      // a listener throws SeasonDiffersError to stop at a difference
      if (error instanceof SeasonDiffersError || error instanceof CannotCheckError) throw error;
      // the text of a TypeError is about this program, not about the line
      const why = error instanceof TypeError ? 'a value is missing or unknown' : (error as Error).message;
      this.#tellLine('line', `Line ${this.#lines} cannot be read: ${why}`, why);
      return null;
    }
  }

  #open(season: read.BundleSeason): SeasonReplay {
    const { number, startedAt, terms } = season;
    demandTerms({ number, startedAt, terms });
    const browserHeads = this.#seenHeads.filter(
      ([of, seq, head]) => of === number && seq > 0 && typeof head === 'string',
    );
    return new SeasonReplay(
      season,
      this.#tell,
      (step, differs) => this.#listener.did?.(step, differs ?? false),
      browserHeads,
    );
  }

  readonly #tell = (finding: Finding): void => this.#listener.tell(finding);

  #tellLine(what: 'line' | 'count' | 'file', sentence: string, is = '', should = ''): void {
    const place = { kind: 'line', id: `${this.#lines}` } as const;
    this.#tell({ step: 'bundle', what, place, is, should, sentence });
  }

  /** Checks that kinds follow one another as in PLACES, and that within a kind the first value rises with each line. */
  #checkOrder({ kind, values }: BundleRow): void {
    const [first] = Object.values(values) as [number | string];
    const previous = this.#last.get(kind);
    const isLate = PLACES[kind] < this.#place || (this.#place < 0 && kind !== 'season');
    if (isLate || (kind === 'season' && this.#place >= 0))
      this.#tellLine('line', `Line ${this.#lines}, of a ${kind}, stands in the wrong place.`);
    else if (previous !== undefined && !(first > previous))
      this.#tellLine('line', `Line ${this.#lines}: ${kind} ${first} stands behind ${kind} ${previous}.`);
    this.#place = PLACES[kind];
    this.#last.set(kind, first);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Finishes the proof. @returns the counts; null without a season's line, or when a value cannot be read */
  finish(): Verification | null {
    if (!this.#replay || this.#end === null) this.#tellLine('line', 'The bundle has no end.');
    const replay = this.#replay;
    if (!replay) return null;
    const verified = this.#read(() => replay.close());
    for (const [kinds, should] of Object.entries(replay.season.counts)) {
      const is = this.#counts.get(kinds.slice(0, -1) as BundleKind) ?? 0;
      const sentence = `The bundle should have ${should} ${kinds}; it has ${is}.`;
      if (is !== should) this.#tellLine('count', sentence, `${should} ${kinds}`, `${is}`);
    }
    const hash = this.#hash.hex();
    if (this.#end !== null && this.#end !== hash) {
      const sentence = `The end says the bundle's hash is ${this.#end}; it is ${hash}.`;
      this.#tellLine('file', sentence, this.#end.slice(0, 12), hash.slice(0, 12));
    }
    return verified;
  }
}
