/** The shop's catalogue: the items in the order of their ids, with names and prices. */
import { THEME_KEYS, type ThemeKey, themeId, themeName } from './themes.ts';

export const ITEM_TYPES = ['banner', 'logo', 'theme', 'badge'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** Rarities, the most common first. */
export const RARITIES = ['Basic', 'Silver', 'Platinum', 'Clutch', 'Imperial'] as const;
export type ItemRarity = (typeof RARITIES)[number];

/** Prices in TKF by rarity. */
export const PRICE: Record<ItemRarity, number> = {
  Basic: 50,
  Silver: 100,
  Platinum: 200,
  Clutch: 350,
  Imperial: 600,
};

export type CatalogueItem = {
  /** `banner_3`, `theme_0` … */
  id: string;
  type: ItemType;
  name: string;
  rarity: ItemRarity;
  /** TKF; 0 for the default theme, which everybody owns. */
  price: number;
  description: string;
  /** Path of its picture below static/, for `asset()`. */
  picture: string;
  /** The palette of a theme; null for other items. */
  theme: ThemeKey | null;
};

type Entry = readonly [name: string, rarity: ItemRarity, description: string];

const BANNERS: readonly Entry[] = [
  ['Graph Paper', 'Basic', 'A clean sheet, a sharp pencil and one good line.'],
  ['Ticker Tape', 'Basic', 'Fifteen ribbons of quotes, never quite in step.'],
  ['Opening Bell', 'Basic', 'The half second before everything moves.'],
  ['Order Book', 'Silver', 'Buyers on one side, sellers on the other, you in between.'],
  ['Ridge Line', 'Silver', 'Five sessions of range, stacked into mountains.'],
  ['Night Session', 'Silver', 'A city built out of after-hours candles.'],
  ['Trading Floor', 'Platinum', 'Every path on the floor leads to another desk.'],
  ['Deep Pit', 'Platinum', 'Look down. Thirteen steps, one open seat.'],
  ['Breakout', 'Clutch', 'Resistance was a suggestion.'],
  ['Whirl', 'Clutch', 'Volume pulls everything toward the center.'],
  ['Eclipse', 'Imperial', 'The market goes dark. You do not.'],
  ['Throne Room', 'Imperial', 'Cut, lit and reserved for the top of the table.'],
];

const LOGOS: readonly Entry[] = [
  ['Bull', 'Basic', 'Head down, bid up.'],
  ['Bear', 'Basic', 'Patient. Hungry. Usually early.'],
  ['Fox', 'Basic', 'Takes the quiet trade.'],
  ['Three Candles', 'Basic', 'Small, big, smaller.'],
  ['Turned Square', 'Basic', 'One square, nine opinions.'],
  ['Owl', 'Silver', 'Reads the filings at night.'],
  ['Ram', 'Silver', 'Tests every ceiling twice.'],
  ['Compass', 'Silver', 'Knows where north is.'],
  ['Turned Triangle', 'Silver', 'Momentum, folded.'],
  ['Wolf', 'Platinum', 'Hunts in liquid markets.'],
  ['Stag', 'Platinum', 'Stands still until it matters.'],
  ['Aperture', 'Platinum', 'Opens for the right light.'],
  ['Prism', 'Platinum', 'Splits one signal in three.'],
  ['Hawk', 'Clutch', 'One look. One strike.'],
  ['Koi', 'Clutch', 'Swims up the chart.'],
  ['Lined Sun', 'Clutch', 'A circle, crossed.'],
  ['Dragon', 'Imperial', 'Sleeps on realized gains.'],
  ['Crown', 'Imperial', 'Heavy on purpose.'],
];

const BADGES: readonly Entry[] = [
  ['First Fill', 'Basic', 'Your order met another.'],
  ['Three Green', 'Basic', 'Three winners in a row.'],
  ['Stop Keeper', 'Silver', 'Keeps the stop.'],
  ['Bullseye', 'Silver', 'Called the level to the cent.'],
  ['After Hours', 'Platinum', 'Still here at the close.'],
  ['Long Hold', 'Platinum', 'Time in the market, not timing it.'],
  ['Scalper', 'Clutch', 'In and out before the candle closes.'],
  ['Both Ways', 'Clutch', 'Profits long and short.'],
  ['Cut Diamond', 'Imperial', 'Pressure, well used.'],
  ['Season Crown', 'Imperial', 'For those who finish first.'],
];

const THEMES: Record<ThemeKey, readonly [rarity: ItemRarity, description: string]> = {
  default: ['Basic', 'Ink, paper, green and red. Free for everyone.'],
  classic_terminal: ['Basic', 'Amber on black, as on the desks of old.'],
  white_candle: ['Basic', 'Bright when it rises, slate when it does not.'],
  blue_candle: ['Basic', 'Deep blue climbs, chalk falls.'],
  neon_future: ['Silver', 'Cyan up, magenta down, night behind.'],
  matrix_code: ['Basic', 'Green rain on a black screen.'],
  golden_luxury: ['Silver', 'Gold leaf over warm black.'],
  cosmic_void: ['Silver', 'Starlight up, violet down.'],
  flame_flame: ['Platinum', 'Yellow fire over red coals.'],
  gum_gum: ['Platinum', 'Straw gold and red on a summer night.'],
  op_op: ['Platinum', 'Teal and amber under a glass dome.'],
  ice_ice: ['Silver', 'Frost above, cold water below.'],
  dark_dark: ['Basic', 'Hardly there. Easy on tired eyes.'],
  dragons_wrath: ['Clutch', 'Jade scales, red breath.'],
  fenrirs_ragnarok: ['Clutch', 'Steel claws in a gray dawn.'],
  krakens_grip: ['Platinum', 'Sea green up, coral down.'],
  medusas_curse: ['Platinum', 'Venom rises, stone falls.'],
  phoenix_rebirth: ['Clutch', 'Orange, risen from violet ash.'],
  cerberus_three_heads: ['Clutch', 'Ember at the gate, ash beyond it.'],
  minotaurs_maze: ['Platinum', 'Clay walls and one way out.'],
  ghost_of_the_market: ['Silver', 'Pale light that was there a moment ago.'],
  gear_5_luffy: ['Imperial', 'White heat and laughter in pink.'],
  blackbeards_darkness: ['Clutch', 'Old gold swallowed by violet.'],
  shanks_haki: ['Imperial', 'Ivory and crimson, split by lightning.'],
  zoro_asura: ['Imperial', 'Three cuts, green and violet.'],
  kaido_dragon: ['Imperial', 'Blue scales, an orange storm.'],
};

function numbered(type: ItemType, entries: readonly Entry[]): CatalogueItem[] {
  return entries.map(([name, rarity, description], i) => {
    const id = `${type}_${i + 1}`;
    const picture = `items/${id}.svg`;
    return { id, type, name, rarity, price: PRICE[rarity], description, picture, theme: null };
  });
}

const themes = THEME_KEYS.map((theme): CatalogueItem => {
  const [rarity, description] = THEMES[theme];
  const id = themeId(theme);
  const price = theme === 'default' ? 0 : PRICE[rarity];
  const picture = `items/${id}.svg`;
  return { id, type: 'theme', name: themeName(theme), rarity, price, description, picture, theme };
});

export const ITEMS: readonly CatalogueItem[] = [
  ...numbered('banner', BANNERS),
  ...numbered('logo', LOGOS),
  ...themes,
  ...numbered('badge', BADGES),
];

/** The free theme, which everybody owns. It is active unless another theme is. */
export const DEFAULT_THEME_ITEM = themeId('default');
/** The banner of a trader who wears none: Graph Paper. */
export const DEFAULT_BANNER = ITEMS.find(({ id }) => id === 'banner_1')!;

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_');

const BY_ID = new Map<string, CatalogueItem>(
  ITEMS.flatMap((item) => [
    [item.id, item],
    [`${item.type}_${item.id}`, item],
  ]),
);
const BY_NAME = new Map<string, CatalogueItem>(
  ITEMS.flatMap((item) => [
    [slug(item.name), item],
    [`${item.type}_${slug(item.name)}`, item],
  ]),
);

export function itemById(id: string): CatalogueItem | null {
  const item = BY_ID.get(id);
  return item?.id === id ? item : null;
}

/**
 * Returns the item that a request names by its id, its name in any spelling (also as a theme's key), the file name or
 * URL of its picture, or type and file name ("banner_eclipse").
 * @returns null for an unknown word, and for an item of another type than `type`
 */
export function resolveItem(word: string, type?: ItemType): CatalogueItem | null {
  const name = fileStem(word);
  const item = BY_ID.get(withoutHash(name).toLowerCase()) ?? BY_NAME.get(slug(name));
  return item && (!type || item.type === type) ? item : null;
}

/** "/assets/banner_1-k3x9.svg?x=1" -> "banner_1-k3x9". */
function fileStem(word: string): string {
  return word
    .slice(0, 300)
    .replace(/[?#].*$/, '')
    .replace(/^.*\//, '')
    .replace(/\.(svg|png|jpe?g|webp)$/i, '')
    .trim();
}

function withoutHash(stem: string): string {
  return stem.replace(/^((?:[a-z]+_)?[a-z]+_\d+)-[0-9a-z]+$/, '$1');
}
