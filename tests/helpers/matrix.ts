/** The part of a matrix that a run tests: each value once, or with `npm test -- all` all combinations (docs/tests.md). */
import type { Locale } from '#core/locale/locale.ts';

/** A language and a window's size, CSS pixels. */
export type View = { lang: Locale; width: number; height: number };

export const isWholeMatrix = process.env.TEST_MATRIX === 'all';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** The views in which every state of a page is tested. */
export const VIEWS: readonly View[] = [
  { lang: 'en', ...DESKTOP },
  { lang: 'he', ...PHONE },
  ...(isWholeMatrix
    ? [
        { lang: 'en' as const, ...PHONE },
        { lang: 'he' as const, ...DESKTOP },
      ]
    : []),
];

/** Returns all of `all`, or in a partial run every `of`th one, starting differently for each `at`. */
export const share = <T>(all: readonly T[], at: number, of: number): readonly T[] =>
  isWholeMatrix ? all : all.filter((_, i) => (i + at) % of === 0);
