/** The site's faces: each cut down to its characters and weights, and stood in for by a face most readers have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font as FontFile } from 'fontkitten';
import subsetFont from 'subset-font';
import type { Font } from './config.ts';
import { hashedUrl, type OutputFile, typeOf } from './files.ts';

export type FontFace = {
  url: string;
  rule: string;
  /** What in a page's text it is there for: the inside of a regular expression's class. */
  letters: string;
};

type Faces = {
  files: OutputFile[];
  /** Their `@font-face` rules. */
  faces: FontFace[];
  /** And of the faces that stand in for them. */
  standIns: string;
};

/** What layout needs: tables of figures stand under each other, pairs sit well, points stand on their letters. */
const FEATURES = ['kern', 'tnum', 'liga', 'ccmp', 'mark', 'mkmk'];
/** Arial and the faces made to its measures. */
const STAND_INS = ['Arial', 'Liberation Sans', 'Arimo'];
/** Widths of Arial's letters in thousandths of the size. */
const ARIAL = {
  ...{
    a: 556,
    b: 556,
    c: 500,
    d: 556,
    e: 556,
    f: 278,
    g: 556,
    h: 556,
    i: 222,
    j: 222,
    k: 500,
    l: 222,
    m: 833,
  },
  ...{
    n: 556,
    o: 556,
    p: 556,
    q: 556,
    r: 333,
    s: 500,
    t: 278,
    u: 556,
    v: 500,
    w: 722,
    x: 500,
    y: 500,
    z: 500,
  },
};
/** How often each is written in English, in thousandths. */
const FREQUENCY = {
  ...{ a: 82, b: 15, c: 28, d: 43, e: 127, f: 22, g: 20, h: 61, i: 70, j: 2, k: 8, l: 40, m: 24 },
  ...{ n: 67, o: 75, p: 19, q: 1, r: 60, s: 63, t: 91, u: 28, v: 10, w: 24, x: 2, y: 20, z: 1 },
};

/** @throws when a file is not there or no font */
export async function buildFonts(repository: string, fonts: readonly Font[]): Promise<Faces> {
  const built = await Promise.all(fonts.map((font) => buildFont(join(repository, 'node_modules'), font)));
  return {
    files: built.map(({ file }) => file),
    faces: built.map(({ face }) => face),
    standIns: built.map(({ standIn }) => standIn).join(''),
  };
}

async function buildFont(modules: string, font: Font) {
  const whole = readFileSync(join(modules, font.file));
  const [min, max] = font.weights;
  const bytes = new Uint8Array(
    await subsetFont(whole, charactersOf(font), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min, max } },
      keepFeatures: FEATURES,
      noHinting: true,
    }),
  );
  const url = hashedUrl(font.file, bytes);
  const range = font.characters.map(
    ([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`,
  );
  const rule =
    `@font-face{font-family:"${font.family}";font-display:optional;font-weight:${min} ${max};` +
    `src:url(${url}) format("woff2");unicode-range:${range.join(',')}}`;
  const standIn = font.fallback ? standInFor(font.fallback, create(whole) as FontFile) : '';
  return { file: { url, type: typeOf(url), bytes }, face: { url, rule, letters: lettersOf(font) }, standIn };
}

const hex = (codePoint: number) => codePoint.toString(16);

const lettersOf = ({ characters }: Font) =>
  characters.map(([first, last]) => `\\u{${hex(first)}}-\\u{${hex(last)}}`).join('');

const charactersOf = ({ characters }: Font) =>
  characters
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
    )
    .join('');

/** A font of the reader's system, scaled to the measures of `font`, so that text keeps its size and place. */
function standInFor(name: string, font: FontFile): string {
  const mean = (widthOf: (letter: keyof typeof ARIAL) => number) =>
    Object.entries(FREQUENCY).reduce(
      (sum, [letter, often]) => sum + often * widthOf(letter as keyof typeof ARIAL),
      0,
    );
  const widthOf = (letter: string) =>
    font.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth / font.unitsPerEm;
  const adjust = mean(widthOf) / mean((letter) => ARIAL[letter] / 1000);
  const share = (part: number) => `${((100 * part) / font.unitsPerEm / adjust).toFixed(2)}%`;
  return (
    `@font-face{font-family:"${name}";src:${STAND_INS.map((face) => `local("${face}")`).join(',')};` +
    `size-adjust:${(100 * adjust).toFixed(2)}%;ascent-override:${share(font.ascent)};` +
    `descent-override:${share(-font.descent)};line-gap-override:${share(font.lineGap)}}`
  );
}
