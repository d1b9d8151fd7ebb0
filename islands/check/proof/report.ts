/** What a check says while it runs and in the end: plain data, for the page that asked for it. */

/** The six steps as the page shows them. */
export const PROOF_STEPS = ['bundle', 'seeds', 'prices', 'fills', 'places', 'chain'] as const;
export type ProofStep = (typeof PROOF_STEPS)[number];

/** What differs. */
export type Difference =
  | 'line'
  | 'count'
  | 'file'
  | 'seed'
  | 'price'
  | 'source'
  | 'age'
  | 'side'
  | 'minPrice'
  | 'maxShare'
  | 'cash'
  | 'cashLeft'
  | 'debt'
  | 'split'
  | 'equity'
  | 'realised'
  | 'trades'
  | 'place'
  | 'rank'
  | 'row'
  | 'missing'
  | 'early'
  | 'passed'
  | 'order'
  | 'terms'
  | 'quantity'
  | 'time'
  | 'hold'
  | 'open'
  | 'rows'
  | 'head'
  | 'link'
  | 'seen';

/** Where a difference is: the fill, link … of that number, on that line of the bundle (0: nowhere in it). */
export type FindingPlace = {
  kind: 'fill' | 'mark' | 'standing' | 'link' | 'event' | 'seed' | 'line';
  id: string;
  line: number;
};

export type Finding = {
  step: ProofStep;
  what: Difference;
  place: FindingPlace;
  trader: string | null;
  symbol: string | null;
  /** Epoch ms. */
  at: number | null;
  is: string;
  should: string;
};

export type StepState = { done: number; of: number; differs: number; over: boolean };

/** As often as it changes, at most ten times a second. */
export type CheckState = {
  season: number;
  fills: number;
  traders: number;
  /** Fills that were derived again. */
  done: number;
  steps: Record<ProofStep, StepState>;
  /** Fills that differ, by their place in the bundle from 0 on. */
  differing: number[];
  /** The first of them. */
  findings: Finding[];
  found: number;
  /** null while it runs. */
  end: 'holds' | 'differs' | 'cannot' | null;
  /** Prices follow from seeds; on other markets no price can be derived. */
  simulated: boolean;
};

/** A head this browser saw: season, number of the link, head, epoch ms. */
export type SeenHead = [season: number, seq: number, head: string, at: number];

const MOST_FINDINGS = 100;

/** A check's state, handed to the page at most ten times a second. */
export class Report {
  readonly state: CheckState;
  readonly #tell: (state: CheckState) => void;
  #toldAt = 0;

  constructor(tell: (state: CheckState) => void) {
    const steps = Object.fromEntries(
      PROOF_STEPS.map((name) => [name, { done: 0, of: 0, differs: 0, over: false }]),
    ) as CheckState['steps'];
    this.state = {
      season: 0,
      fills: 0,
      traders: 0,
      done: 0,
      steps,
      differing: [],
      findings: [],
      found: 0,
      end: null,
      simulated: true,
    };
    this.#tell = tell;
  }

  find(
    step: ProofStep,
    what: Difference,
    place: FindingPlace,
    rest: Partial<Pick<Finding, 'trader' | 'symbol' | 'at' | 'is' | 'should'>> = {},
  ): void {
    const { state } = this;
    state.found++;
    state.steps[step].differs++;
    if (state.findings.length < MOST_FINDINGS)
      state.findings.push({
        step,
        what,
        place,
        trader: null,
        symbol: null,
        at: null,
        is: '',
        should: '',
        ...rest,
      });
  }

  /** Says how far it is, unless it did just now. */
  tell(): void {
    if (performance.now() - this.#toldAt < 100) return;
    this.#toldAt = performance.now();
    this.#tell(this.state);
  }

  finish(step: ProofStep): void {
    this.state.steps[step].over = true;
    this.tell();
  }

  end(end: CheckState['end']): void {
    this.state.end = end;
    this.#tell(this.state);
  }
}
