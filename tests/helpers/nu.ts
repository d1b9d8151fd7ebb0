/** The Nu HTML checker, by the authors of the standard: a Java program. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const java = Bun.which('java');

/** Appended to names of tests: why they are skipped here; empty where they run. */
export const noNu = java ? '' : ' (skipped: there is no java on this machine)';

/** Options of Java: a quick compiler and one core, which need a third of the default's processor time. */
const OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m'];

const JAR = Bun.fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));

type Finding = { type: string; subType?: string; url: string; message: string; extract?: string };

/**
 * True for faults and warnings about HTML. Leaves out CSS, of which the checker knows an older version, the attribute
 * `blocking` of links of the type `expect`, which it does not know, and notes about slashes of void elements.
 */
const isMeant = ({ type, subType, message, extract }: Finding) =>
  (type !== 'info' || subType === 'warning') &&
  !message.startsWith('CSS: ') &&
  !(message.includes('“blocking” attribute') && extract?.includes('rel="expect"'));

/** Returns the checker's findings, one line each: page, message, markup. @param pages HTML by name */
export async function nuFindings(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'paperpit-nu-'));
  const names = [...pages.keys()];
  try {
    const files = names.map((name, n) => {
      const file = join(folder, `${n}.html`);
      writeFileSync(file, pages.get(name)!);
      return file;
    });
    const child = Bun.spawn(
      [java!, ...OPTIONS, '-jar', JAR, '--stdout', '--format', 'json', '--exit-zero-always', ...files],
      { stdout: 'pipe', stderr: 'inherit' },
    );
    const { messages } = (await new Response(child.stdout).json()) as { messages: Finding[] };
    return messages.filter(isMeant).map(({ type, url, message, extract }) => {
      const [, n] = /(\d+)\.html$/.exec(url) ?? [];
      return `${names[Number(n)]} ${type}: ${message} ${(extract ?? '').replace(/\s+/g, ' ').slice(0, 120)}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
