/** The server as a separate process, and its output. */
import { join } from 'node:path';
import { until } from './until.ts';

const MAIN = join(import.meta.dir, '../../main.ts');

export type Program = {
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  /** Its output so far, of both streams. */
  output(): string;
  /** Its exit code, once all of its output is read. */
  ended: Promise<number>;
  /** Waits until the output has `text`; throws with the whole output when the program exits first. */
  says(text: string | RegExp): Promise<void>;
};

/** Runs `command`; `env` is added to the tests' environment, undefined removes a variable. */
export function runProgram(
  command: string[],
  env: Record<string, string | undefined>,
  options: { cwd?: string; uid?: number; gid?: number } = {},
): Program {
  const child = Bun.spawn(command, {
    ...options,
    env: { ...process.env, NODE_ENV: undefined, npm_lifecycle_event: undefined, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let output = '';
  const read = async (stream: typeof child.stdout) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) output += text;
  };
  const ended = Promise.all([read(child.stdout), read(child.stderr), child.exited]).then(
    ([, , code]) => code,
  );
  const has = (text: string | RegExp) =>
    typeof text === 'string' ? output.includes(text) : text.test(output);
  const says = async (text: string | RegExp) => {
    await until(() => has(text) || child.exitCode !== null || child.signalCode !== null);
    if (!has(text)) await ended;
    if (!has(text)) throw new Error(`it ended without saying ${text}:\n${output}`);
  };
  return { child, output: () => output, ended, says };
}

/** Runs `main.ts` without a log, on the tests' market seed. */
export const runServer = (env: Record<string, string | undefined>) =>
  runProgram([process.execPath, MAIN], { LOG_LEVEL: 'silent', MARKET_SEED: 'tests', ...env });
