import { PALETTES, THEME_KEYS, type ThemeKey } from '#core/shop/themes.ts';
import * as motif from './motifs.ts';
import { area, chance, gradient, linePath, type Point, path, rect, short } from './svg.ts';

export const PREVIEW = { width: 320, height: 180 };
/** Position of the price axis, px from the left. */
const AXIS = 268;

/** The motif of each theme; only the shop shows it, never the chart. */
const MOTIF: Record<ThemeKey, string> = {
  default: motif.none(),
  classic_terminal: motif.scan(),
  white_candle: motif.candle(190, 34),
  blue_candle: motif.candle(96, 44),
  neon_future: motif.horizon(),
  matrix_code: motif.rain(4),
  golden_luxury: motif.rays(160, 200, 40),
  cosmic_void: motif.rings(210, 60, 8, 1.5),
  flame_flame: motif.flames(7),
  gum_gum: motif.rings(60, 120, 8, 2.2),
  op_op: motif.globe(170, 90, 82),
  ice_ice: motif.crystal(120, 84),
  dark_dark: motif.turningPolygons(150, 80, 8, 0.14),
  dragons_wrath: motif.scales(44),
  fenrirs_ragnarok: motif.claws(3, 46, 34),
  krakens_grip: motif.waves(9, 16),
  medusas_curse: motif.braid(8),
  phoenix_rebirth: motif.rays(60, 190, 34),
  cerberus_three_heads: motif.heads(),
  minotaurs_maze: motif.maze(),
  ghost_of_the_market: motif.waves(16, 34),
  gear_5_luffy: motif.rays(230, 30, 26),
  blackbeards_darkness: motif.turningPolygons(210, 90, 3, 0.24),
  shanks_haki: motif.bolts(9),
  zoro_asura: motif.claws(3, 70, -70),
  kaido_dragon: motif.scales(76),
};

const CANDLES = 16;
type Session = { opens: number[]; closes: number[] };

/**
 * Returns the opens and closes of a theme's candles, px from the top. They differ by theme. The last close is always
 * drawn well above the first open.
 */
function sessionOf(theme: ThemeKey): Session {
  const next = chance(THEME_KEYS.indexOf(theme) + 1);
  const moves = Array.from({ length: CANDLES }, () => (next() - 0.5) * 44);
  const drift = (moves.reduce((sum, move) => sum + move, 0) + 76) / CANDLES;
  const opens: number[] = [];
  const closes: number[] = [];
  let level = 122;
  for (const move of moves) {
    opens.push(level);
    level = Math.min(140, Math.max(26, level + move - drift));
    closes.push(level);
  }
  return { opens, closes };
}

/** Draws a chart in a theme's palette: candles, area, volume and axis over the motif. @param id unique to the item */
export function themePreview(theme: ThemeKey, id: string): string {
  const palette = PALETTES[theme];
  const { width, height } = PREVIEW;
  const { opens, closes } = sessionOf(theme);
  const step = AXIS / CANDLES;
  const next = chance(5);
  const prices: Point[] = [];
  let candles = '';
  let volume = '';
  opens.forEach((open, i) => {
    const close = closes[i]!;
    const x = i * step;
    const [top, bottom] = [Math.min(open, close), Math.max(open, close)];
    const color = close < open ? palette.upColor : palette.downColor;
    const high = top - 3 - next() * 9;
    const low = bottom + 3 + next() * 9;
    const traded = 8 + (bottom - top) * 0.7 + next() * 6;
    const volumeColor = close < open ? palette.volumeUp : palette.volumeDown;
    volume += rect(x + 2.5, height - traded, step - 5, traded, volumeColor);
    candles += rect(x + step / 2 - 0.9, high, 1.8, low - high, color);
    candles += rect(x + 2.5, top, step - 5, bottom - top, color);
    prices.push([x + step / 2, (open + close) / 2 + 30]);
  });
  const foot: Point[] = [
    [AXIS - step / 2, 172],
    [step / 2, 172],
  ];
  return (
    rect(0, 0, width, height, palette.background) +
    path(grid(step), { stroke: palette.grid }) +
    motifOf(theme) +
    volume +
    gradient(`${id}-area`, palette.areaTop, palette.areaBottom) +
    area([...prices, ...foot], `url(#${id}-area)`) +
    linePath(prices, palette.lineColor, 1.5) +
    candles +
    axis(palette, closes.at(-1)!)
  );
}

/** Draws the motif, strong enough to see on a card and weak enough to read the candles over it. */
function motifOf(theme: ThemeKey): string {
  const stroke = PALETTES[theme].lineColor;
  return (
    MOTIF[theme] && path(MOTIF[theme], { fill: 'none', stroke, 'stroke-width': 1.4, 'stroke-opacity': 0.34 })
  );
}

function grid(step: number): string {
  let d = '';
  for (let x = step * 2; x < AXIS; x += step * 2) d += `M${short(x)} 0V${PREVIEW.height}`;
  for (let y = 30; y < PREVIEW.height; y += 30) d += `M0 ${y}H${AXIS}`;
  return d;
}

/** Draws the price axis: bars in place of figures, the last price in its colour. */
function axis(palette: (typeof PALETTES)[ThemeKey], last: number): string {
  let body = rect(AXIS, 0, 52, PREVIEW.height, palette.background);
  body += path(`M${AXIS} 0V${PREVIEW.height}`, { stroke: palette.border });
  body += path(`M0 ${last}H${AXIS}`, { stroke: palette.upColor, 'stroke-dasharray': '2 3' });
  body += rect(AXIS, last - 9, 52, 18, palette.upColor);
  body += rect(AXIS + 10, last - 2, 30, 4, palette.background);
  for (let y = 30; y < PREVIEW.height; y += 30) {
    if (Math.abs(y - last) > 14) {
      body += rect(AXIS + 10, y - 2, y % 60 ? 26 : 30, 4, palette.text, { 'fill-opacity': 0.7 });
    }
  }
  return body;
}
