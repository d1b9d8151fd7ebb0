/**
 * Reads routes/, islands/ and locales/ and writes the server's static imports: `routes.gen.ts`, `islands.gen.ts`,
 * `i18n.gen.ts`. Types, bundling and `--watch` need static imports.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { writeAtomically } from './files.ts';

export type IslandFile = { name: string; file: string; kind: 'island' | 'behaviour' };

/** Returns the files below `folder`, sorted, relative to it and with slashes. */
export function filesBelow(folder: string, matches: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && matches.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/**
 * Returns a file's route: `shop/[id].tsx` is `/shop/:id`. `[[x]]` is optional, `[...x]` the rest; `(group)` and `index`
 * add nothing.
 */
export function routePath(file: string): string {
  const parts = file
    .replace(/\.tsx?$/, '')
    .split('/')
    .filter((part) => !/^\(.*\)$/.test(part) && part !== 'index')
    .map((part) =>
      part
        .replace(/^\[\[(\w+)\]\]$/, ':$1?')
        .replace(/^\[\.\.\.\w+\]$/, '*')
        .replace(/^\[(\w+)\]$/, ':$1'),
    );
  return `/${parts.join('/')}`;
}

/** Returns the files named `name` that apply to `file`, outermost folder first. */
export function enclosing(files: string[], file: string, name: string): string[] {
  const folders = dirname(file)
    .split('/')
    .filter((part) => part !== '.');
  const chain = ['', ...folders.map((_, i) => `${folders.slice(0, i + 1).join('/')}/`)];
  return chain.flatMap((folder) => files.filter((f) => f.replace(/\.tsx?$/, '') === `${folder}${name}`));
}

/**
 * Returns the islands and behaviours of a site: the files whose default export is `island(NAME, ...)` or
 * `behaviour(NAME, ...)`. NAME is the file's name.
 */
export function findIslands(root: string): IslandFile[] {
  const islands: IslandFile[] = [];
  for (const file of filesBelow(join(root, 'islands'), /\.tsx?$/)) {
    if (/(^|\/)_|\.test\./.test(file)) continue;
    const source = readFileSync(join(root, 'islands', file), 'utf8');
    const [, kind, name] =
      /export default (island|behaviour)(?:<[^(]*>)?\(\s*['"](\w+)['"]/.exec(source) ?? [];
    if (!name) continue;
    if (name !== basename(file).replace(/\.tsx?$/, ''))
      throw new Error(`islands/${file} calls itself ${kind}('${name}').`);
    islands.push({ name, file: `islands/${file}`, kind: kind as IslandFile['kind'] });
  }
  const twice = islands.find((a, i) => islands.findIndex((b) => b.name === a.name) !== i);
  if (twice) throw new Error(`Two islands are called ${twice.name}: ${twice.file}.`);
  return islands;
}

/** True for a file that several routes import: its name begins with _ and is not one of the framework's names. */
const isShared = (file: string) =>
  basename(file).startsWith('_') && !/^_(app|layout|middleware|error|404)\.tsx?$/.test(basename(file));

/** Refuses two files with one address, which groups make possible. @throws with the files */
function refuseTwins(files: readonly string[]): void {
  for (const [path, twins] of Map.groupBy(files, routePath))
    if (twins.length > 1) throw new Error(`${path} is the address of ${twins.join(' and ')}.`);
}

function routesModule(root: string, out: string): string {
  const files = filesBelow(join(root, 'routes'), /\.tsx?$/).filter(
    (file) => !/\.(test|d)\.tsx?$/.test(file) && !isShared(file),
  );
  const isSpecial = (file: string) => file.split('/').some((part) => part.startsWith('_'));
  refuseTwins(files.filter((file) => !isSpecial(file)));
  const names = new Map(files.map((file, i) => [file, `r${i}`]));
  const from = relative(out, join(root, 'routes')).replaceAll('\\', '/');
  const imports = files.map((file) => `import ${names.get(file)} from '${from}/${file}';`);
  const list = (file: string, name: string) =>
    `[${enclosing(files, file, name)
      .map((f) => names.get(f))
      .join(', ')}]`;
  const last = (file: string, name: string) => {
    const nearest = enclosing(files, file, name).at(-1);
    return nearest ? names.get(nearest) : 'null';
  };
  const entry = (file: string) =>
    `  { path: '${routePath(file)}', file: 'routes/${file}', route: ${names.get(file)}, ` +
    `layouts: ${list(file, '_layout')}, middlewares: ${list(file, '_middleware')}, ` +
    `error: ${last(file, '_error')}, notFound: ${last(file, '_404')} },`;
  return [
    ...imports,
    `import type { RouteManifest } from '#framework/define.ts';`,
    '',
    'export const manifest: RouteManifest = {',
    `  app: ${last('x', '_app')},`,
    '  routes: [',
    ...files.filter((file) => !isSpecial(file)).map(entry),
    '  ],',
    `  fallback: { layouts: ${list('x', '_layout')}, error: ${last('x', '_error')}, notFound: ${last('x', '_404')} },`,
    '};',
    '',
  ].join('\n');
}

function translationsModule(root: string, out: string, locale: string): string {
  const folder = join(root, 'locales', locale);
  const names = filesBelow(folder, /\.json$/).map((file) => file.slice(0, -5));
  if (names.length === 0) return 'export type TranslationKey = string;\n';
  const from = relative(out, folder).replaceAll('\\', '/');
  return [
    ...names.map((name, i) => `import type n${i} from '${from}/${name}.json';`),
    '',
    "type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a type
    'type Stem<K extends string> = K extends `${infer S}_${Plural}` ? S : K;',
    'type Keys<T> = { [K in keyof T & string]: T[K] extends string ? Stem<K> :',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a type
    '  `${K}.${Keys<T[K]>}` }[keyof T & string];',
    '',
    'export type TranslationKey =',
    // biome-ignore lint/style/useTemplate: the result itself is a template
    ...names.map((name, i) => '  | `' + name + ':${Keys<typeof n' + i + '>}`'),
    ';',
    '',
  ].join('\n');
}

/**
 * Writes a file only when its content changes, so that watchers see real changes only.
 * @returns true when it wrote the file
 */
export function writeIfChanged(file: string, content: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return false;
  writeAtomically(file, content);
  return true;
}

/**
 * Generates the modules for the site in `root` into `out`.
 * @param locale the language that has every text
 * @returns true when a module changed
 * @throws when an island's name differs from its file's name, two islands share a name, or two routes share an address
 */
export function generate(root: string, out: string, locale = 'en'): boolean {
  const islands = findIslands(root);
  const changes = [
    writeIfChanged(join(out, 'routes.gen.ts'), routesModule(root, out)),
    writeIfChanged(join(out, 'i18n.gen.ts'), translationsModule(root, out, locale)),
    writeIfChanged(
      join(out, 'islands.gen.ts'),
      `export const islands = ${JSON.stringify(Object.fromEntries(islands.map((i) => [i.name, i.file])), null, 2)} as const;\n`,
    ),
  ];
  return changes.includes(true);
}

if (import.meta.main) {
  const root = join(import.meta.dir, '../..');
  generate(root, join(root, '.build'));
}
