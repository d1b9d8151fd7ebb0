/** The picture of every item of the catalogue: a generator, the material of its rarity, and some parameters. */
import { type CatalogueItem, ITEMS } from '#core/shop/catalogue.ts';
import { BADGE_SIZE, FRAMES, GLYPHS, type GlyphName } from './badges.ts';
import {
  HEIGHT as BANNER_HEIGHT,
  WIDTH as BANNER_WIDTH,
  book,
  facet,
  fan,
  orbit,
  pit,
  plot,
  ridge,
  skyline,
  tape,
  truchet,
  whirl,
} from './banners.ts';
import { type Face, LOGO_SIZE, logoGround, type SigilName, sigil, totem } from './logos.ts';
import { MATERIALS, type Material } from './material.ts';
import { svg } from './svg.ts';
import { PREVIEW, themePreview } from './themes.ts';

type Draw = (material: Material, id: string) => string;

const face =
  (name: Face): Draw =>
  (material) =>
    logoGround(material) + totem(material, name);
const mark =
  (name: SigilName): Draw =>
  (material) =>
    logoGround(material) + sigil(material, name);
const dull = { x: 690, y: 92, r: 62 };
const rising = { x: 250, y: 84, r: 54 };

/** Drawings of banners and logos by the catalogue's names. */
const DRAWINGS: Record<string, Draw> = {
  'Graph Paper': (m, id) => plot(m, { seed: 21 }, id),
  'Ticker Tape': (m, id) => tape(m, {}, id),
  'Opening Bell': (m, id) => fan(m, {}, id),
  'Order Book': (m, id) => book(m, { seed: 3 }, id),
  'Ridge Line': (m, id) => ridge(m, { seed: 12, climb: 0, sun: dull }, id),
  'Night Session': (m, id) => skyline(m, { seed: 9 }, id),
  'Trading Floor': (m, id) => truchet(m, { seed: 11 }, id),
  'Deep Pit': (m, id) => pit(m, {}, id),
  Breakout: (m, id) => ridge(m, { seed: 3, climb: 120, sun: rising }, id),
  Whirl: (m, id) => whirl(m, {}, id),
  Eclipse: (m, id) => orbit(m, {}, id),
  'Throne Room': (m, id) => facet(m, { seed: 17 }, id),
  Bull: face('bull'),
  Bear: face('bear'),
  Fox: face('fox'),
  'Three Candles': mark('candles'),
  'Turned Square': mark('turnedSquare'),
  Owl: face('owl'),
  Ram: face('ram'),
  Compass: mark('compass'),
  'Turned Triangle': mark('turnedTriangle'),
  Wolf: face('wolf'),
  Stag: face('stag'),
  Aperture: mark('aperture'),
  Prism: mark('prism'),
  Hawk: face('hawk'),
  Koi: face('koi'),
  'Lined Sun': mark('linedSun'),
  Dragon: face('dragon'),
  Crown: mark('crown'),
};

const GLYPH: Record<string, GlyphName> = {
  'First Fill': 'tick',
  'Three Green': 'chevrons',
  'Stop Keeper': 'shield',
  Bullseye: 'target',
  'After Hours': 'moon',
  'Long Hold': 'hourglass',
  Scalper: 'bolt',
  'Both Ways': 'bothWays',
  'Cut Diamond': 'gem',
  'Season Crown': 'crown',
};

/** Makes a wide picture fill its box. Square pictures are drawn without it and stay inside their box. */
const FILL = { preserveAspectRatio: 'xMidYMid slice' };

/** Returns an item's picture. @throws for an item without a drawing */
export function drawItem(item: CatalogueItem): string {
  const material = MATERIALS[item.rarity];
  if (item.theme) return svg(PREVIEW.width, PREVIEW.height, themePreview(item.theme, item.id), FILL);
  if (item.type === 'badge') {
    const glyph = GLYPH[item.name];
    if (!glyph) throw new Error(`No drawing for ${item.id}.`);
    return svg(BADGE_SIZE, BADGE_SIZE, FRAMES[item.rarity](material.ramp) + GLYPHS[glyph](material.ramp));
  }
  const draw = DRAWINGS[item.name];
  if (!draw) throw new Error(`No drawing for ${item.id}.`);
  const body = draw(material, item.id);
  return item.type === 'banner'
    ? svg(BANNER_WIDTH, BANNER_HEIGHT, body, FILL)
    : svg(LOGO_SIZE, LOGO_SIZE, body);
}

/** Returns all pictures, by their path below static/. */
export function itemPictures(): { name: string; text: string }[] {
  return ITEMS.map((item) => ({ name: item.picture, text: drawItem(item) }));
}
