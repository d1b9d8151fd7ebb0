/**
 * The chart's palettes: the default and 25 on sale. Plain hex, because a canvas resolves no custom properties. Every
 * palette has a WCAG contrast to its background of at least 4.5 for text and line and 3 for both candle colours, and
 * its up and down differ under three simulations of colour blindness; themes.test.ts proves it.
 */

export type Palette = {
  background: string;
  text: string;
  grid: string;
  border: string;
  upColor: string;
  downColor: string;
  lineColor: string;
  volumeUp: string;
  volumeDown: string;
  /** The line's colour with 30 % opacity, eight hex digits. */
  areaTop: string;
  /** The line's colour with 2 % opacity, eight hex digits. */
  areaBottom: string;
};

const palette = (colors: string): Palette => {
  const [background, text, grid, border, upColor, downColor, lineColor, volumeUp, volumeDown] = colors
    .split(' ')
    .map((hex) => `#${hex}`) as [string, string, string, string, string, string, string, string, string];
  return {
    background,
    text,
    grid,
    border,
    upColor,
    downColor,
    lineColor,
    volumeUp,
    volumeDown,
    areaTop: `${lineColor}4d`,
    areaBottom: `${lineColor}05`,
  };
};

/** In the order of their ids, from theme_0. Background, text, grid, border, up, down, line, volume up, volume down. */
export const PALETTES = {
  default: palette('0b0d11 b9bab8 161a21 2b313d 4caf50 f44336 f3f0e6 244b29 722521'),
  classic_terminal: palette('050402 ffb648 1a1406 4d3a10 ffc14d 6f8fb3 ffe2a6 644c1f 344150'),
  white_candle: palette('0e0f12 c9ccd1 1a1c21 363a42 ffffff 6f7684 c9ccd1 6a6a6c 393c44'),
  blue_candle: palette('0a1020 b8c7e6 131c33 2a3a63 4c96ff dfe5f0 8fbcff 234375 686e7c'),
  neon_future: palette('0d0618 d6c8ff 1c1030 412573 00f5d4 ff2e93 a875ff 08615f 77184e'),
  matrix_code: palette('020a04 5dff8f 09200f 175225 4dff7c 1b8a48 b4ffcb 1f6732 0d4222'),
  golden_luxury: palette('100d07 e8d3a0 1e190f 4d3e1c f5cb5c a8683e fff0c2 675527 53351f'),
  cosmic_void: palette('070714 c3c6ff 12122a 2e2e60 8be9ff b04dff f4d6ff 395d6d 51267b'),
  flame_flame: palette('140704 ffcfa8 261008 5c2511 ffb627 e2401f ff8433 6d4a11 6f2010'),
  gum_gum: palette('0c1220 f5dfae 172039 37497a f4c84a e5484d 6fb1ff 645730 6b2a34'),
  op_op: palette('081316 bfe9ec 10242a 22515a 3fe0e6 e3a52a f4f1c9 1d6165 68531f'),
  ice_ice: palette('07121a d3ecf7 0f212e 244c65 c9f3ff 3d86b8 7fd4ff 516871 1f4560'),
  dark_dark: palette('050506 a9a6b3 121217 302e3a bda9ea 665b75 8d86a3 4b435d 302b37'),
  dragons_wrath: palette('06130e d9f2c7 0e241b 22563e 7ff0a2 f0482b ffd166 346746 6d2a1b'),
  fenrirs_ragnarok: palette('0b0e13 cfd8e3 161b24 37425a e3eaf4 cf3346 8fb0d9 5d6269 611e29'),
  krakens_grip: palette('041217 b9e3dd 0a222b 194b58 2ee6b8 f2704d 48b5ff 146354 6d3b2f'),
  medusas_curse: palette('0d110c d5dfc2 192016 3d4b33 b6e34b 7f7a8c e6ffb0 4d6124 3f3f44'),
  phoenix_rebirth: palette('150810 ffdcc2 27101e 5c2141 ffa62b 8a5cff ff5c98 6e441a 482d79'),
  cerberus_three_heads: palette('0c0708 e6c9c4 1b1012 4a292d ff8a3d 74839a f0565a 68391c 3a3e48'),
  minotaurs_maze: palette('14100c ead7bf 241c14 5a4530 eda45f 4d8788 f0d9a6 66482c 2d4443'),
  ghost_of_the_market: palette('0c1012 d7e3e4 161e21 354449 d8fff2 7d6f9e 9ff0dc 5a6b67 3e3a50'),
  gear_5_luffy: palette('16122b fff6e8 221c40 4c4185 ffffff ff5fa2 ffd84d 6f6c7c 7d345f'),
  blackbeards_darkness: palette('0a0508 dcc8b0 190e14 472739 dcb540 8f45b3 c58bff 5a481d 452153'),
  shanks_haki: palette('12060a ffd5d5 230d14 5c2232 f7e8da e11d48 ff6b6b 695c59 6d1025'),
  zoro_asura: palette('08110b cfe8d2 11211a 2a5640 56dd8a 9a62d8 e8e1c8 265f3b 483565'),
  kaido_dragon: palette('080d1c cdd8ff 121a33 2d3e78 55b4ff ff9a3d b79bff 254c72 754b2b'),
} satisfies Record<string, Palette>;

export type ThemeKey = keyof typeof PALETTES;

export const THEME_KEYS = Object.keys(PALETTES) as ThemeKey[];
export const DEFAULT_THEME: ThemeKey = 'default';

/** Returns the id of a theme: `theme_0`, the default, … `theme_25`. */
export function themeId(key: ThemeKey): string {
  return `theme_${THEME_KEYS.indexOf(key)}`;
}

/** Owners in the names of themes: the name gets the apostrophe that the key lacks. */
const OWNERS = /^(Dragon|Fenrir|Kraken|Medusa|Minotaur|Blackbeard)s /;

/** Returns the name of a theme: `gear_5_luffy` is "Gear 5 Luffy", `krakens_grip` "Kraken's Grip". */
export function themeName(key: ThemeKey): string {
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .replace(OWNERS, "$1's ")
    .replace(/^Shanks /, "Shanks' ");
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[\s_-]/g, '_');

const KEY_BY_WORD = new Map<string, ThemeKey>(
  THEME_KEYS.flatMap((key) => [
    [key, key],
    [themeId(key), key],
  ]),
);

/**
 * Returns the theme of a word: its key, theme_N, or its name in any spelling; null for any other word.
 */
export function themeKey(active: string | null | undefined): ThemeKey | null {
  return (active && KEY_BY_WORD.get(plain(active))) || null;
}

/** Returns the palette of an active theme; the default for an unknown word. */
export function resolvePalette(active: string | null | undefined): Palette {
  return PALETTES[themeKey(active) ?? DEFAULT_THEME];
}
