/** The sources that the pages of a route can render, and the words in them that may be classes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Present } from '../sheet.ts';

type Source = {
  /** Every word of the file that may be a class or a custom property. */
  words: readonly string[];
  /** The beginnings of classes that are put together: `hero-` of `hero-${shape}`. */
  prefixes: readonly string[];
  /** Modules it imports, at once or later. */
  imports: readonly string[];
};

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };
const cache = new Map<string, Source>();

/** The classes and attributes of `entries` and of everything they import; folders named in `barred` render nothing. */
export function drawnBy(root: string, entries: readonly string[], barred: readonly string[]): Present {
  const sources = reachable(root, entries, barred);
  const words = new Set(sources.flatMap((source) => source.words));
  const prefixes = [...new Set(sources.flatMap((source) => source.prefixes))];
  return {
    // scripts set attributes to values that are in no source
    has: (name) =>
      name.startsWith('[') || words.has(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    reads: [...words].flatMap((word) => word.match(/--[\w-]+/g) ?? []),
  };
}

function reachable(root: string, entries: readonly string[], barred: readonly string[]): Source[] {
  const sources = new Map<string, Source>();
  const visit = (file: string) => {
    if (sources.has(file)) return;
    const source = readSource(file);
    sources.set(file, source);
    for (const next of source.imports) {
      const room = relative(root, next).replaceAll('\\', '/').split('/')[0]!;
      if (room !== '.build' && !barred.includes(room)) visit(next);
    }
  };
  for (const entry of entries) visit(entry);
  return [...sources.values()];
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const key = `${file} ${Bun.hash(text)}`;
  const source = cache.get(key) ?? parseSource(file, text);
  cache.set(key, source);
  return source;
}

function parseSource(file: string, text: string): Source {
  const transpiler = transpilers[file.endsWith('x') ? 'tsx' : 'ts'];
  // comments and types are not in it
  const code = transpiler.transformSync(text);
  return {
    words: code.split(/[\s"'`;{}$\\<]+/),
    prefixes: [...code.matchAll(/([\w:-]+-)\$\{/g)].map(([, prefix]) => prefix!),
    imports: transpiler.scanImports(text).flatMap(({ path }) => resolveImport(file, path) ?? []),
  };
}

function resolveImport(from: string, path: string): string | null {
  if (!/^[.#].*\.tsx?$/.test(path)) return null;
  const file = path.startsWith('.') ? join(dirname(from), path) : Bun.resolveSync(path, dirname(from));
  return existsSync(file) ? file : null;
}
