/** The settings of a site's build: the default export of `site.config.ts` in its folder. Everything is optional. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Font = {
  family: string;
  /** The path of the font file in node_modules. */
  file: string;
  /** The characters that the font is used for: the first and last of each range of code points. */
  characters: readonly (readonly [number, number])[];
  /** The lightest and the heaviest weight in use. */
  weights: readonly [number, number];
  /** The family name of the fallback font: a font of the reader's system, scaled to this font's metrics. */
  fallback?: string;
};

export type SiteConfig = {
  /** The language that has every text; its keys become types. `en` if absent. */
  locale?: string;
  /**
   * Script chunks: the paths of modules, by the chunk's name. A chunk has these modules and all their static imports,
   * except those in an earlier chunk of the list. Without chunks the bundler makes a file for each set of islands that
   * share something: ten times as many requests.
   */
  chunks?: Readonly<Record<string, readonly string[]>>;
  /**
   * Modules that run in workers. Each becomes one file with all its imports, `asset('worker.js')`, so that code shared
   * with islands does not change the islands' chunks.
   */
  workers?: readonly string[];
  /** Folders with code that may reach a browser, besides routes/, components/ and islands/. */
  browserRooms?: readonly string[];
  /** Folders whose code must never reach a browser. */
  serverRooms?: readonly string[];
  /** Packages that are too heavy for a browser. */
  serverPackages?: readonly string[];
  fonts?: readonly Font[];
  /** Returns files that the build generates; they are served together with those of `static/`. */
  drawn?(): readonly { name: string; text: string }[];
};

export async function loadConfig(root: string): Promise<SiteConfig> {
  const file = join(root, 'site.config.ts');
  if (!existsSync(file)) return {};
  // the query makes Bun load a changed file again
  return (await import(`${file}?${Bun.hash(readFileSync(file))}`)).default;
}
