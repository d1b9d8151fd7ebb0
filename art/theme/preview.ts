import { PALETTES, type ThemeKey } from '#core/shop/themes.ts';
import { area, chance, gradient, line, type Point, path, rect, short } from '../svg.ts';
import * as motif from './motifs.ts';

export const PREVIEW = { width: 320, height: 180 };
/** Where the price axis begins. */
const AXIS = 268;

/** The motif of each theme; it lives in the shop only, never on the live chart. */
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
  dark_dark: motif.steps(150, 80, 8, 0.14),
  dragons_wrath: motif.scales(44),
  fenrirs_ragnarok: motif.claws(3, 46, 34),
  krakens_grip: motif.waves(9, 16),
  medusas_curse: motif.braid(8),
  phoenix_rebirth: motif.rays(60, 190, 34),
  cerberus_three_heads: motif.heads(),
  minotaurs_maze: motif.maze(),
  ghost_of_the_market: motif.waves(16, 34),
  gear_5_luffy: motif.rays(230, 30, 26),
  blackbeards_darkness: motif.steps(210, 90, 3, 0.24),
  shanks_haki: motif.bolts(9),
  zoro_asura: motif.claws(3, 70, -70),
  kaido_dragon: motif.scales(76),
};

/** One fixed session, so that only colours and motif differ: open and close of 16 candles, px from the top. */
const OPENS = [128, 112, 118, 96, 102, 116, 108, 82, 88, 70, 60, 74, 84, 66, 46, 54];
const CLOSES = [112, 118, 96, 102, 116, 108, 82, 88, 70, 60, 74, 84, 66, 46, 54, 38];

/** A chart in a theme's palette: candles, area, volume and axis over the motif. @param id unique to the item */
export function themePreview(theme: ThemeKey, id: string): string {
  const palette = PALETTES[theme];
  const { width, height } = PREVIEW;
  const step = AXIS / OPENS.length;
  const next = chance(5);
  const prices: Point[] = [];
  let candles = '';
  let volume = '';
  OPENS.forEach((open, i) => {
    const close = CLOSES[i]!;
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
    (MOTIF[theme] && path(MOTIF[theme], { fill: 'none', stroke: palette.border, 'stroke-width': 1.2 })) +
    volume +
    gradient(`${id}-area`, palette.areaTop, palette.areaBottom) +
    area([...prices, ...foot], `url(#${id}-area)`) +
    line(prices, palette.lineColor, 1.5) +
    candles +
    axis(palette)
  );
}

function grid(step: number): string {
  let d = '';
  for (let x = step * 2; x < AXIS; x += step * 2) d += `M${short(x)} 0V${PREVIEW.height}`;
  for (let y = 30; y < PREVIEW.height; y += 30) d += `M0 ${y}H${AXIS}`;
  return d;
}

/** The price axis: bars stand for figures, the last price in its colour. */
function axis(palette: (typeof PALETTES)[ThemeKey]): string {
  const last = CLOSES.at(-1)!;
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
