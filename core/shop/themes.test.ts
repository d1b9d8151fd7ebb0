import { expect, test } from 'bun:test';
import { SMA_COLORS } from '../market/indicators.ts';
import { PALETTES, resolvePalette, THEME_KEYS, themeId, themeKey, themeName } from './themes.ts';

const linear = (hex: string) =>
  [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [number, number, number];

/** Relative luminance and contrast, WCAG 2.2. */
const luminance = (hex: string) => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Colour-vision simulations in linear RGB: Machado, Oliveira and Fernandes 2009, severity 1. */
const SIGHT = [
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** OKLab, Ottosson 2020. */
function oklab(rgb: readonly number[]) {
  const dot = (row: number[]) => row.reduce((sum, k, i) => sum + k * Math.max(0, rgb[i]!), 0);
  const [l, m, s] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(dot(row))) as [number, number, number];
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function apart(a: string, b: string, sight?: number[][]) {
  const readColor = (hex: string) => {
    const rgb = linear(hex);
    if (!sight) return oklab(rgb);
    return oklab(
      sight.map((row) =>
        Math.min(
          1,
          Math.max(
            0,
            row.reduce((s, k, i) => s + k * rgb[i]!, 0),
          ),
        ),
      ),
    );
  };
  const [x, y] = [readColor(a), readColor(b)];
  return Math.hypot(...x.map((v, i) => v - y[i]!));
}

test('26 palettes, named and numbered in the specified order', () => {
  expect(THEME_KEYS.join(' ')).toBe(
    'default classic_terminal white_candle blue_candle neon_future matrix_code golden_luxury cosmic_void flame_flame ' +
      'gum_gum op_op ice_ice dark_dark dragons_wrath fenrirs_ragnarok krakens_grip medusas_curse phoenix_rebirth ' +
      'cerberus_three_heads minotaurs_maze ghost_of_the_market gear_5_luffy blackbeards_darkness shanks_haki ' +
      'zoro_asura kaido_dragon',
  );
  expect(themeId('classic_terminal')).toBe('theme_1');
  expect(themeId('kaido_dragon')).toBe('theme_25');
});

test('the default candles are the specified colours', () => {
  expect(PALETTES.default.upColor).toBe('#4caf50');
  expect(PALETTES.default.downColor).toBe('#f44336');
});

test.each(THEME_KEYS)('%s reads well and tells up from down', (key) => {
  const p = PALETTES[key];
  expect(contrast(p.text, p.background)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(p.upColor, p.background)).toBeGreaterThanOrEqual(3);
  expect(contrast(p.downColor, p.background)).toBeGreaterThanOrEqual(3);
  expect(contrast(p.lineColor, p.background)).toBeGreaterThanOrEqual(4.5);
  expect(apart(p.upColor, p.downColor)).toBeGreaterThanOrEqual(0.2);
  expect(apart(p.volumeUp, p.volumeDown)).toBeGreaterThanOrEqual(0.06);
  for (const color of Object.values(SMA_COLORS)) {
    expect(contrast(named(color), p.background)).toBeGreaterThanOrEqual(3);
  }
  // The default pair is given; hollow up candles under prefers-contrast are its remedy.
  if (key === 'default') return;
  for (const sight of SIGHT) expect(apart(p.upColor, p.downColor, sight)).toBeGreaterThanOrEqual(0.14);
});

const NAMED: Record<string, string> = {
  orange: '#ffa500',
  magenta: '#ff00ff',
  cyan: '#00ffff',
  white: '#ffffff',
};
const named = (color: string) => NAMED[color] ?? color;

test('a theme is found by key, number and display name; anything else is the default', () => {
  for (const key of THEME_KEYS) {
    expect(themeKey(key)).toBe(key);
    expect(themeKey(themeId(key))).toBe(key);
    expect(themeKey(themeName(key))).toBe(key);
    expect(themeKey(themeName(key).toUpperCase())).toBe(key);
  }
  expect(themeKey("Kraken's Grip")).toBe('krakens_grip');
  for (const bad of [null, undefined, '', 'theme_26', 'theme_-1', 'toString', 'x']) {
    expect(themeKey(bad)).toBeNull();
    expect(resolvePalette(bad)).toBe(PALETTES.default);
  }
});

test('names have their apostrophes', () => {
  expect(THEME_KEYS.map(themeName).filter((name) => name.includes("'"))).toEqual([
    "Dragon's Wrath",
    "Fenrir's Ragnarok",
    "Kraken's Grip",
    "Medusa's Curse",
    "Minotaur's Maze",
    "Blackbeard's Darkness",
    "Shanks' Haki",
  ]);
});
