/**
 * Builds the files for the browser. Run by `bun framework/build/build.ts`, and by `build()` from tests and the
 * development server.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetManifest } from '../assets.ts';
import { buildClient, buildWorkers } from './client.ts';
import { filesBelow, generate } from './codegen.ts';
import { loadConfig, type SiteConfig } from './config.ts';
import {
  type OutputFile,
  outputFile,
  REPOSITORY,
  removeOthers,
  writeAssets,
  writeAtomically,
} from './files.ts';
import { buildStyles } from './styles.ts';

export type BuildOptions = {
  /** The folder with routes/, islands/, components/, static/; this repository if absent. */
  root?: string;
  out?: string;
  /** True for readable code, React's warnings and no compression. */
  dev?: boolean;
};

/**
 * Builds the site in `root` into `out`, unless `out` was built from exactly these sources.
 * @returns true when it built anything
 * @throws with a sentence when the sources break a rule (see build/client.ts)
 */
export async function build(options: BuildOptions = {}): Promise<boolean> {
  const root = options.root ?? REPOSITORY;
  const out = options.out ?? join(root, '.build');
  const dev = options.dev ?? false;
  const config = await loadConfig(root);
  generate(root, out, config.locale);
  const key = sourcesHash(root, dev, config);
  const stamp = join(out, 'assets.json');
  if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).revision === key) return false;

  const [client, workers, styles] = await Promise.all([
    buildClient(root, dev, config),
    buildWorkers(root, dev, config),
    buildStyles(root, config),
  ]);
  const statics = [...readStatics(root), ...drawStatics(config), ...workers];
  const files = await writeAssets(
    out,
    unique([...client.files, ...styles.files, ...statics.map(({ file }) => file)]),
    dev,
  );
  const manifest: AssetManifest = {
    revision: key,
    islands: client.islands,
    loader: client.loader,
    styles: {
      rules: styles.rules,
      routes: styles.routes,
      fonts: styles.fonts,
      standIns: styles.standIns,
    },
    statics: Object.fromEntries(statics.map(({ name, file }) => [name, file.url])),
    dev: client.dev,
    files,
  };
  writeAtomically(stamp, JSON.stringify(manifest));
  removeOthers(out, files);
  return true;
}

function readStatics(root: string): { name: string; file: OutputFile }[] {
  const folder = join(root, 'static');
  return filesBelow(folder, /^[^.]/).map((name) => ({
    name,
    file: outputFile(name, new Uint8Array(readFileSync(join(folder, name)))),
  }));
}

function drawStatics({ drawn }: SiteConfig): { name: string; file: OutputFile }[] {
  const encoder = new TextEncoder();
  return (drawn?.() ?? []).map(({ name, text }) => ({ name, file: outputFile(name, encoder.encode(text)) }));
}

function unique(files: OutputFile[]): OutputFile[] {
  return [...new Map(files.map((file) => [file.url, file])).values()];
}

/**
 * Returns a hash of the mode and of every source that can change the result; a few hundred small files take some ten
 * milliseconds.
 */
function sourcesHash(root: string, dev: boolean, { browserRooms = [] }: SiteConfig): string {
  const sum = new Bun.CryptoHasher('sha256').update(dev ? 'dev' : 'production');
  const add = (folder: string, matches: RegExp) => {
    for (const file of filesBelow(folder, matches)) sum.update(file).update(readFileSync(join(folder, file)));
  };
  const sources = /\.(tsx?|css|json)$/;
  for (const folder of ['routes', 'components', 'islands', 'locales', ...browserRooms])
    add(join(root, folder), sources);
  add(join(REPOSITORY, 'framework'), sources);
  add(join(root, 'static'), /./);
  for (const file of [
    join(root, 'uno.config.ts'),
    join(root, 'site.config.ts'),
    join(REPOSITORY, 'bun.lock'),
  ]) {
    if (existsSync(file)) sum.update(readFileSync(file));
  }
  return sum.digest('hex').slice(0, 16);
}

if (import.meta.main) {
  const started = performance.now();
  try {
    const built = await build({ dev: process.argv.includes('--dev') });
    const took = Math.round(performance.now() - started);
    console.log(built ? `Built in ${took} ms.` : 'Nothing to build.');
  } catch (error) {
    console.error(error instanceof AggregateError ? error.errors.map(String).join('\n') : String(error));
    process.exit(1);
  }
}
