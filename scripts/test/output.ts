/** Parses the output of `bun test`, test by test, while it runs. */

export type Outcome = 'passed' | 'failed' | 'skipped';

export type TestResult = {
  file: string;
  /** The name of the test after the names of its groups, joined by ` > `. */
  name: string;
  outcome: Outcome;
  /** The output since the previous result: for a failed test its error. */
  output: string;
};

export type FileResult = {
  file: string;
  tests: TestResult[];
  /** From the file's heading to the next one, or to the end of the output. */
  seconds: number;
};

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
  todo: 'skipped',
};
const RESULT = /^\((pass|fail|skip|todo)\) (.*?)(?: \[[\d.]+m?s\])?$/;
/** Matches the heading of a long run's summary, which prints failed and skipped tests a second time. */
const SUMMARY = /^\d+ tests? (failed|skipped|todo):$/;

/** Takes the output of one `bun test` in pieces and collects the results of each file. */
export class TestOutput {
  readonly files: FileResult[] = [];
  private readonly expected: ReadonlySet<string>;
  private readonly onResult: (result: TestResult) => void;
  private line = '';
  private block: string[] = [];
  private isSummary = false;
  private startedAt = 0;

  /**
   * @param expected the files of the process, as their headings name them
   * @param onResult called for each result as soon as it is printed
   */
  constructor(expected: ReadonlySet<string>, onResult: (result: TestResult) => void) {
    this.expected = expected;
    this.onResult = onResult;
  }

  /** @param now monotonic clock, ms, which measures the time of a file */
  push(text: string, now = performance.now()): void {
    const lines = (this.line + text).split('\n');
    this.line = lines.pop()!;
    for (const line of lines) this.read(line, now);
  }

  /** Ends the last file. Returns what was printed after the last result. */
  end(now = performance.now()): string {
    this.push('\n', now);
    this.endFile(now);
    return this.block.join('\n').trim();
  }

  private read(line: string, now: number): void {
    const heading = line.endsWith(':') && line.slice(0, -1);
    if (heading && this.expected.has(heading)) {
      this.endFile(now);
      this.files.push({ file: heading, tests: [], seconds: 0 });
      this.startedAt = now;
      this.block = [];
      return;
    }
    if (SUMMARY.test(line)) this.isSummary = true;
    const [, word, name] = RESULT.exec(line) ?? [];
    const current = this.files.at(-1);
    if (!word || !current || this.isSummary) {
      this.block.push(line);
      return;
    }
    const output = this.block.join('\n').trim();
    const result = { file: current.file, name: name!, outcome: OUTCOMES[word]!, output };
    this.block = [];
    current.tests.push(result);
    this.onResult(result);
  }

  private endFile(now: number): void {
    const current = this.files.at(-1);
    if (current && current.seconds === 0) current.seconds = (now - this.startedAt) / 1000;
  }
}
