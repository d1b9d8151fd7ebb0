/** Builds the site's fonts: each reduced to its characters and weights, with a fallback font that most readers have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font as FontFile } from 'fontkitten';
import subsetFont from 'subset-font';
import type { Font } from './config.ts';
import { type OutputFile, outputFile, REPOSITORY } from './files.ts';

export type FontFace = {
  url: string;
  rule: string;
  /**
   * The rule for a page whose browser may not have the font yet: a wide window swaps the font in on that page, a narrow
   * window uses the font from its next page on.
   */
  firstRule: string;
  /** The characters that need the font, as the inside of a regular expression's character class. */
  letters: string;
};

type Faces = {
  files: OutputFile[];
  faces: FontFace[];
  /** The `@font-face` rules of the fallback fonts. */
  standIns: string;
};

/** The OpenType features to keep: tabular figures, kerning, ligatures, and the positions of Hebrew points. */
const FEATURES = ['kern', 'tnum', 'liga', 'ccmp', 'mark', 'mkmk'];
type StandIn = {
  /** The weights of text that use this font, in CSS. */
  weights: string;
  /** The weight of the brand's font whose metrics this font gets. */
  brandWeight: number;
  /** Names of system fonts that have `widths`: Arial and its metric-compatible copies. */
  names: string[];
  /** Widths of the letters a to z, thousandths of the font size. */
  widths: number[];
};

/** A regular and a bold font, because with `font-synthesis: none` the browser does not make the bold one. */
const STAND_INS: StandIn[] = [
  {
    weights: '400',
    brandWeight: 400,
    names: ['Arial', 'Liberation Sans', 'Arimo'],
    widths: [
      ...[556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833],
      ...[556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500],
    ],
  },
  {
    weights: '550 900',
    brandWeight: 700,
    names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold', 'Arimo Bold'],
    widths: [
      ...[556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889],
      ...[611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500],
    ],
  },
];

/** The share of each letter from a to z in English text, thousandths. */
const FREQUENCY = [
  ...[82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24],
  ...[67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1],
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Builds the fonts and the rules of their fallbacks. @throws when a file is missing or is not a font */
export async function buildFonts(fonts: readonly Font[]): Promise<Faces> {
  const built = await Promise.all(fonts.map(buildFont));
  return {
    files: built.map(({ file }) => file),
    faces: built.map(({ face }) => face),
    standIns: built.map(({ standIn }) => standIn).join(''),
  };
}

async function buildFont(font: Font) {
  const whole = readFileSync(join(REPOSITORY, 'node_modules', font.file));
  const [min, max] = font.weights;
  const bytes = new Uint8Array(
    await subsetFont(whole, charactersOf(font), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min, max } },
      keepFeatures: FEATURES,
      noHinting: true,
    }),
  );
  const file = outputFile(font.file, bytes);
  const range = font.characters.map(
    ([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`,
  );
  const ruleOf = (display: 'optional' | 'swap') =>
    `@font-face{font-family:"${font.family}";font-display:${display};font-weight:${min} ${max};` +
    `src:url(${file.url}) format("woff2");unicode-range:${range.join(',')}}`;
  const rule = ruleOf('optional');
  const firstRule = `@media (max-width:63.99em){${rule}}@media (min-width:64em){${ruleOf('swap')}}`;
  const standIn = font.fallback ? await standInsFor(font.fallback, whole) : '';
  return {
    file,
    face: { url: file.url, rule, firstRule, letters: lettersOf(font) },
    standIn,
  };
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

/** Returns the rules that scale system fonts to the metrics of the brand's font, one rule for each weight. */
async function standInsFor(family: string, brandFile: Buffer): Promise<string> {
  const rules = STAND_INS.map(async (standIn) => {
    const variationAxes = { wght: standIn.brandWeight };
    const brand = await subsetFont(brandFile, LETTERS, { targetFormat: 'woff2', variationAxes });
    return standInRule(family, standIn, create(Buffer.from(brand)) as FontFile);
  });
  return (await Promise.all(rules)).join('');
}

function standInRule(family: string, { weights, names, widths }: StandIn, brand: FontFile): string {
  const brandWidths = Array.from(
    LETTERS,
    (letter) => brand.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth / brand.unitsPerEm,
  );
  const sizeAdjust = averageWidth(brandWidths) / averageWidth(widths.map((width) => width / 1000));
  const percent = (units: number) => `${((100 * units) / brand.unitsPerEm / sizeAdjust).toFixed(2)}%`;
  return (
    `@font-face{font-family:"${family}";font-weight:${weights};` +
    `src:${names.map((name) => `local("${name}")`).join(',')};` +
    `size-adjust:${(100 * sizeAdjust).toFixed(2)}%;ascent-override:${percent(brand.ascent)};` +
    `descent-override:${percent(-brand.descent)};line-gap-override:${percent(brand.lineGap)}}`
  );
}

/** Returns the average width of a letter in English text. @param widths of the letters a to z */
const averageWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width, i) => sum + FREQUENCY[i]! * width, 0) / 1000;
