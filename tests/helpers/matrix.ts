/** How much of a matrix a run looks at: each of its values once, or with `npm test -- all` all combinations (docs/tests.md). */
import type { Locale } from '#core/locale/locale.ts';

/** A language and a size a page is seen in, CSS pixels. */
export type View = { lang: Locale; width: number; height: number };

export const isWholeMatrix = process.env.TEST_MATRIX === 'all';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** The views every state of a page is seen in. */
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

/** All of `all`, or one in `of` when the run is not whole; each `at` gets others. */
export const share = <T>(all: readonly T[], at: number, of: number): readonly T[] =>
  isWholeMatrix ? all : all.filter((_, i) => (i + at) % of === 0);
