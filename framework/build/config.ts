/** The settings of a site's build: `export default` of `site.config.ts` in its folder. Everything is optional. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Font = {
  family: string;
  /** From node_modules. */
  file: string;
  /** The characters it is for: the first and last of each run of code points. */
  characters: readonly (readonly [number, number])[];
  /** Of the weights used, the lightest and the heaviest. */
  weights: readonly [number, number];
  /** The name of a face of the reader's own that stands in for it, with this one's measures. */
  fallback?: string;
};

export type SiteConfig = {
  /** The language that has every text; its keys become types. `en` if absent. */
  locale?: string;
  /**
   * Script chunks, by name: paths of modules. A chunk has these modules and all that they import at once, except what an
   * earlier chunk of the list has. Without it the bundler makes a file for each set of islands that share something:
   * ten times as many requests.
   */
  chunks?: Readonly<Record<string, readonly string[]>>;
  /**
   * Modules that run in workers: each becomes one file with all it imports, `asset('worker.js')`, so that what a worker
   * shares with the islands changes none of their chunks.
   */
  workers?: readonly string[];
  /** Folders whose code must never reach a browser. */
  serverRooms?: readonly string[];
  /** Packages that are too heavy for a browser. */
  serverPackages?: readonly string[];
  fonts?: readonly Font[];
  /** Files that the build makes, served beside those of `static/`. */
  drawn?(): readonly { name: string; text: string }[];
};

/** The config of the site in `root`, as it is now. */
export async function loadConfig(root: string): Promise<SiteConfig> {
  const file = join(root, 'site.config.ts');
  if (!existsSync(file)) return {};
  // the query makes a changed file another module to a process that has loaded it before
  return (await import(`${file}?${Bun.hash(readFileSync(file))}`)).default;
}
