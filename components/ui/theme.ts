/** The tokens for the build: custom properties, a Uno theme that uses them, and the type steps as shortcuts. */
import { RANK_LOOK } from '#core/leaderboard/rank.ts';
import * as tokens from './tokens.ts';

const rank = Object.fromEntries(
  Object.entries(RANK_LOOK).map(([name, { colour }]) => [name.toLowerCase(), colour]),
);
const { ink, line, paper, gain, loss, xp, tkf, rarity, single, steps, radii, shadows, breakpoints } = tokens;
const groups = { ink, line, paper, gain, loss, xp, tkf, rarity, rank };

const colorName = (group: string, shade: string) => (shade === 'DEFAULT' ? group : `${group}-${shade}`);

const variables = (of: object, name = (key: string) => key): Record<string, string> =>
  Object.fromEntries(Object.keys(of).map((key) => [key, `var(--${name(key)})`]));

const theme = {
  colors: {
    ...Object.fromEntries(
      Object.entries(groups).map(([group, shades]) => [
        group,
        variables(shades, (shade) => colorName(group, shade)),
      ]),
    ),
    ...variables(single),
  },
  fontSize: variables(steps, (step) => `text-${step}`),
  lineHeight: variables(steps, (step) => `leading-${step}`),
  letterSpacing: variables(steps, (step) => `tracking-${step}`),
  borderRadius: variables(radii, (radius) => `radius-${radius}`),
  boxShadow: variables(shadows, (shadow) => `shadow-${shadow}`),
  breakpoints: Object.fromEntries(Object.entries(breakpoints).map(([name, px]) => [name, `${px}px`])),
};

/** `text-h1` is the whole type step; `text-size-h1` and `leading-h1` are its parts. */
const shortcuts = Object.fromEntries(
  Object.entries(steps).map(([name, { weight, tracking }]) => {
    const more = [weight && `font-${weight}`, tracking && `tracking-${name}`].filter(Boolean);
    return [`text-${name}`, [`text-size-${name} leading-${name}`, ...more].join(' ')];
  }),
);

const sizes = (name: string, [size, lineHeight]: readonly [number, number]) => [
  `--text-${name}:${size}px`,
  `--leading-${name}:${lineHeight}px`,
];

function customProperties(): string {
  const wide = Object.entries(steps).flatMap(([name, step]) => (step.wide ? sizes(name, step.wide) : []));
  const all = [
    ...Object.entries(groups).flatMap(([group, shades]) =>
      Object.entries(shades).map(([shade, color]) => `--${colorName(group, shade)}:${color}`),
    ),
    ...Object.entries(single).map(([name, color]) => `--${name}:${color}`),
    ...Object.entries(steps).flatMap(([name, { size, line: lineHeight, tracking }]) => [
      ...sizes(name, [size, lineHeight]),
      ...(tracking ? [`--tracking-${name}:${tracking}em`] : []),
    ]),
    ...Object.entries(radii).map(([name, radius]) => `--radius-${name}:${radius}px`),
    ...Object.entries(shadows).map(([name, shadow]) => `--shadow-${name}:${shadow}`),
  ];
  return `:root{${all.join(';')}}@media (min-width:${breakpoints.md}px){:root{${wide.join(';')}}}`;
}

export const unoTheme = { theme, shortcuts, preflights: [{ getCSS: customProperties }] };
