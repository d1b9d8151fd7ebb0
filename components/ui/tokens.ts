/**
 * Every colour, type step, radius and breakpoint. `theme.ts` writes them into the style sheet as custom properties
 * (`--ink-0`, `--text-h1`), which utilities and hand-written CSS use. Code that draws on a canvas imports the values.
 */

export const ink = { 0: '#07080b', 1: '#0b0d11', 2: '#12151b', 3: '#191d25', 4: '#232833' };
export const line = { 1: '#1e232c', 2: '#303744', 3: '#667085' };
/**
 * Text colours. On a ticket whose background is `paper`, text is `deep`, backgrounds are `tint` and the tear line is
 * `tear`.
 */
export const paper = {
  DEFAULT: '#f3f0e6',
  2: '#b9bab8',
  3: '#939aa6',
  off: '#5b6270',
  deep: '#3b3d40',
  tint: '#d6d3c9',
  tear: '#a09f98',
};
export const gain = { DEFAULT: '#46dcae', deep: '#0f2a22' };
export const loss = { DEFAULT: '#ff6b5e', deep: '#331715', rim: '#6b2c28' };
/** The colour of a bar that closed where it opened, and of its volume bar. */
export const unchangedBar = '#808080';
export const unchangedVolume = '#4a4d55';
export const xp = { DEFAULT: '#93a9ff', deep: '#1c2550' };
export const tkf = { DEFAULT: '#f2c45a', deep: '#33280d', shade: '#4a3a0c' };
export const rarity = {
  basic: '#a3abb9',
  silver: '#d3deea',
  platinum: '#74dde0',
  clutch: '#ff9663',
  imperial: '#c9a2ff',
};
/** Colours with one use each: Discord's mark, lines behind the ranking, the overlays of a page and of a chart. */
export const single = {
  discord: '#a5b0ff',
  pit: '#171b22',
  scrim: 'rgb(5 6 8 / 72%)',
  veil: 'rgb(5 6 8 / 45%)',
};

/**
 * `size` and `line` (line height) in px, `tracking` in em. `wide` is [size, line] from the breakpoint `md` on.
 */
export type Step = {
  size: number;
  line: number;
  weight?: number;
  tracking?: number;
  wide?: readonly [number, number];
};

export const steps: Record<string, Step> = {
  prize: { size: 56, line: 60, weight: 600, tracking: -0.035, wide: [104, 112] },
  price: { size: 52, line: 52, weight: 600, tracking: -0.03, wide: [72, 72] },
  rank: { size: 32, line: 40, weight: 700, tracking: 0.02, wide: [44, 52] },
  hero: { size: 28, line: 34, weight: 600, tracking: -0.02, wide: [40, 46] },
  welcome: { size: 28, line: 34, weight: 600, tracking: -0.015, wide: [32, 38] },
  h1: { size: 22, line: 28, weight: 600, tracking: -0.015, wide: [28, 34] },
  stat: { size: 22, line: 28, weight: 600, tracking: -0.01 },
  h2: { size: 20, line: 26, weight: 600, tracking: -0.01 },
  figure: { size: 18, line: 26, weight: 600 },
  h3: { size: 16, line: 22, weight: 600 },
  lead: { size: 16, line: 25 },
  tip: { size: 16, line: 23, wide: [20, 28] },
  order: { size: 15, line: 20 },
  body: { size: 14, line: 20 },
  small: { size: 13, line: 18 },
  caption: { size: 12, line: 16 },
  micro: { size: 11, line: 14, weight: 500 },
  arrow: { size: 10, line: 14 },
};

/** px */
export const radii = { card: 10, control: 6, segment: 4, tag: 3, bar: 2, pill: 99 };
export const shadows = { popover: '0 12px 32px #000a' };
/** Minimum widths of the layouts, px. `md` separates phones from other devices. */
export const breakpoints = { tiny: 400, xs: 480, compact: 560, sm: 600, md: 700, ml: 800, lg: 900, xl: 1024 };
