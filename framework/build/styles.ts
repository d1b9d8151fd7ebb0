/** One sheet for the whole site: fonts, our own few rules, then every utility class found in the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './codegen.ts';
import type { Font, SiteConfig } from './config.ts';
import { hashedUrl, type OutputFile, typeOf } from './files.ts';

/** Up to here the sheet travels inside the page: one request less, and the page paints at once. */
const INLINE_BYTES = 10 * 1024;

/** Hosts of islands and slots are there for the runtime, not for the layout. */
const RUNTIME_RULES = 'is-land,is-slot{display:contents}';

export type Styles = {
  files: OutputFile[];
  css: { inline: string; hash: string; href: null } | { inline: null; hash: null; href: string };
  fonts: { ltr: string[]; rtl: string[] };
};

export async function buildStyles(
  root: string,
  repository: string,
  { fonts: wanted = [] }: SiteConfig,
): Promise<Styles> {
  const fonts = wanted.map((font) => ({ ...readFont(repository, font), dir: font.dir }));
  const own = filesBelow(join(root, 'components'), /\.css$/).map((file) =>
    readFileSync(join(root, 'components', file), 'utf8'),
  );
  const sheet = [...fonts.map(({ rule }) => rule), RUNTIME_RULES, ...own, await utilities(root)]
    .map(squeeze)
    .join('');
  const files = fonts.map(({ file }) => file);
  const urls = (dir: Font['dir']) => fonts.filter((font) => font.dir === dir).map(({ file }) => file.url);
  const preload = { ltr: urls('ltr'), rtl: urls('rtl') };
  if (Buffer.byteLength(sheet) < INLINE_BYTES && !sheet.includes('</')) {
    const hash = `sha256-${new Bun.CryptoHasher('sha256').update(sheet).digest('base64')}`;
    return { files, css: { inline: sheet, hash, href: null }, fonts: preload };
  }
  const bytes = new TextEncoder().encode(sheet);
  const url = hashedUrl('site.css', bytes);
  files.push({ url, type: typeOf(url), bytes });
  return { files, css: { inline: null, hash: null, href: url }, fonts: preload };
}

function readFont(repository: string, font: Font): { rule: string; file: OutputFile } {
  const modules = join(repository, 'node_modules');
  const bytes = new Uint8Array(readFileSync(join(modules, font.file)));
  const ranges = JSON.parse(readFileSync(join(modules, font.package, 'unicode.json'), 'utf8'));
  const url = hashedUrl(font.file, bytes);
  const rule =
    `@font-face{font-family:"${font.family}";font-style:normal;font-display:optional;font-weight:${font.weights};` +
    `src:url(${url}) format("woff2");unicode-range:${ranges[font.subset]}}`;
  return { rule, file: { url, type: typeOf(url), bytes } };
}

type Generator = Awaited<ReturnType<typeof import('unocss').createGenerator>>;

/** What the last build knew, for the next one of the same process (`npm run dev`): a generator keeps its classes. */
const known = { generators: new Map<string, Generator>(), tokens: new Map<string, ReadonlySet<string>>() };

/** The generator of `uno.config.ts` as it is now. */
async function generatorOf(root: string): Promise<Generator> {
  const file = join(root, 'uno.config.ts');
  // The query makes a changed config another module to a process that has loaded it before.
  const name = existsSync(file) ? `${file}?${Bun.hash(readFileSync(file))}` : '';
  const found = known.generators.get(name);
  if (found) return found;
  const { createGenerator, presetWind3 } = await import('unocss');
  const config = name ? (await import(name)).default : { presets: [presetWind3()] };
  const generator = await createGenerator(config);
  known.generators.set(name, generator);
  return generator;
}

/** UnoCSS over every source that may name a class. The sources' own order does not matter to the result. */
async function utilities(root: string): Promise<string> {
  const generator = await generatorOf(root);
  const files = ['routes', 'components', 'islands', 'core', 'art', 'framework'].flatMap((folder) =>
    filesBelow(join(root, folder), /\.tsx?$/)
      .filter((each) => !/\.test\.tsx?$/.test(each))
      .map((each) => join(root, folder, each)),
  );
  const tokens = new Set<string>();
  for (const file of files) {
    for (const token of await tokensOf(generator, file)) tokens.add(token);
  }
  const { css } = await generator.generate(tokens, { preflights: true, minify: true });
  return css;
}

/** Whatever in a file may be a class. */
async function tokensOf(generator: Generator, file: string): Promise<ReadonlySet<string>> {
  const source = readFileSync(file, 'utf8');
  const key = `${file} ${Bun.hash(source)}`;
  const found =
    known.tokens.get(key) ?? (await generator.applyExtractors(source, undefined, new Set<string>()));
  known.tokens.set(key, found);
  return found;
}

/** Takes out comments and the white space no browser needs. Strings in our sheets hold neither. */
function squeeze(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/;}/g, '}')
    .trim();
}
