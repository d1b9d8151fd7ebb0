/** The progress and the result of a check, as plain data for the page. */
import { type Finding, PROOF_STEPS, type ProofStep } from '#proof/difference.ts';
import type { BundleSeason } from '#proof/lines.ts';

export type StepState = { done: number; of: number; differs: number; over: boolean };

/** The state of a check. The page receives it at each change, at most ten times a second. */
export type CheckState = {
  season: number;
  fills: number;
  traders: number;
  /** The number of fills derived so far. */
  done: number;
  steps: Record<ProofStep, StepState>;
  /** Indices of the fills that differ, from 0 for the bundle's first fill, ascending. */
  differing: number[];
  /** Up to MOST_FINDINGS differences, in the order of the steps; empty until the check ends. */
  findings: Finding[];
  differences: number;
  /** The result; null while the check runs. */
  end: 'holds' | 'differs' | 'cannot' | null;
  /** True when prices follow from seeds. On other markets prices cannot be derived. */
  simulated: boolean;
};

const MOST_FINDINGS = 100;
/** The kinds of lines that each step checks one by one. */
const LINES = {
  seeds: ['seed'],
  prices: ['fill', 'mark'],
  fills: ['fill'],
  places: ['standing'],
  chain: ['link'],
};

/** Collects a check's state and posts it to the page at most ten times a second. */
export class Report {
  readonly state: CheckState;
  readonly #post: (state: CheckState) => void;
  readonly #findings = new Map<ProofStep, Finding[]>(PROOF_STEPS.map((step) => [step, []]));
  #postedAt = 0;

  constructor(post: (state: CheckState) => void) {
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
      differences: 0,
      end: null,
      simulated: true,
    };
    this.#post = post;
  }

  /** Starts the report with the season's line. @param lines all lines of the bundle */
  begin({ number, terms }: Pick<BundleSeason, 'number' | 'terms'>, lines: readonly string[]): void {
    const { state } = this;
    const count = (kind: string) => lines.filter((line) => line.startsWith(`["${kind}"`)).length;
    state.season = number;
    // the bundle is one item, which is complete by now
    Object.assign(state.steps.bundle, { done: 1, of: 1 });
    state.simulated = terms.market === 'simulated';
    state.fills = count('fill');
    state.traders = count('trader');
    for (const [step, kinds] of Object.entries(LINES))
      if (step !== 'prices' || state.simulated)
        state.steps[step as ProofStep].of = kinds.reduce((sum, kind) => sum + count(kind), 0);
  }

  tell(finding: Finding): void {
    const { state } = this;
    state.differences++;
    state.steps[finding.step].differs++;
    const findings = this.#findings.get(finding.step)!;
    if (findings.length < MOST_FINDINGS) findings.push(finding);
  }

  did(step: ProofStep, differs: boolean): void {
    const { state } = this;
    state.steps[step].done++;
    // seeds come first in a bundle: a later step means that they are done
    if (step !== 'seeds') state.steps.seeds.over = true;
    if (step === 'fills') {
      if (differs) state.differing.push(state.done);
      state.done++;
    }
    if (performance.now() - this.#postedAt < 100) return;
    this.#postedAt = performance.now();
    this.#post(state);
  }

  end(end: CheckState['end']): void {
    const { state } = this;
    if (end !== 'cannot') for (const step of PROOF_STEPS) state.steps[step].over = true;
    state.findings = [...this.#findings.values()].flat().slice(0, MOST_FINDINGS);
    state.end = end;
    this.#post(state);
  }
}
