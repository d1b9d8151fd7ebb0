/** What Paperpit tells the build. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemPictures } from '#art/items.ts';
import type { SiteConfig } from '#framework/build/config.ts';

/** The chart's sentences, a module for each language; routes/chart.tsx draws with the same. */
function chartTexts(): { name: string; text: string }[] {
  const folder = join(import.meta.dir, 'locales');
  return readdirSync(folder).map((locale) => {
    const texts = readFileSync(join(folder, locale, 'chart.json'), 'utf8');
    return { name: `chart-texts-${locale}.js`, text: `export default ${JSON.stringify(JSON.parse(texts))}` };
  });
}

/** What can be typed on a keyboard, and what the texts have besides; all other characters are the reader's own fonts'. */
const LATIN = [[0x20, 0x7e]] as const;
const SIGNS = [...'\u00a0·×÷–—‘’“”…−₪€→↑↓'].map(
  (sign) => [sign.codePointAt(0)!, sign.codePointAt(0)!] as const,
);
/** Letters of other languages in names: a file of its own, fetched by pages that have one; none is in both. */
const ACCENTED = [
  [0xa1, 0xb6],
  [0xb8, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0xff],
] as const;
/** Letters, points and punctuation, the shekel. */
const HEBREW = [
  [0x5b0, 0x5c7],
  [0x5d0, 0x5ea],
  [0x5f0, 0x5f4],
  [0x20aa, 0x20aa],
] as const;

export default {
  serverRooms: ['db', 'services', 'routes', 'market', 'scripts', 'tests'],
  serverPackages: ['zod', 'i18next', 'react-i18next', 'postgres', 'elysia', 'pino'],
  shared: [
    {
      // what every signed-in page runs, without React
      name: 'live',
      parts: [
        'framework/browser/(overlay|sign-out|socket)\\.ts',
        'framework/islands/behaviour\\.ts',
        'core/contract/(call|events)\\.ts',
        'islands/_state/(account-keys|competition-watch|nav-status|socket|toasts|typing|user)\\.ts',
        'islands/NavStatus\\.ts',
      ],
    },
    {
      name: 'region',
      parts: ['framework/browser/(live-region|soft-links)\\.ts', 'islands/LiveRegion\\.ts'],
    },
    { name: 'items', parts: ['islands/_state/(inventory|key)\\.ts'] },
    {
      name: 'base',
      parts: [
        'framework/islands/(island|signal|hooks)\\.tsx?',
        'islands/_state/use-flag\\.ts',
        'node_modules/(@preact|devalue)/.*',
      ],
    },
    { name: 'format', parts: ['core/(locale/(fill|format)|money/money)\\.ts'] },
    {
      // what the live chart is told of the page before React comes, and shares with its panels: the prices and their texts
      name: 'panel',
      parts: [
        'framework/browser/(live-text|host)\\.ts',
        'core/market/price-text\\.ts',
        'islands/_live/(holdings|quotes|sources)\\.ts',
        'components/chart/(layout|packed-candles|types)\\.ts',
        'core/market/(bars|ticker)\\.ts',
        'islands/(DockRegion|LiveChart)\\.ts',
        'islands/chart/data/(browser-store|page)\\.ts',
        'islands/chart/engine/(running|time-format)\\.ts',
        'islands/chart/lines/drafts\\.ts',
        'islands/_state/late-region\\.ts',
        'islands/chart/panel/(live-chart|shortcuts)\\.ts',
      ],
    },
    {
      // what the live chart fetches once it lives
      name: 'lives',
      parts: [
        'components/ui/tokens\\.ts',
        'core/market/indicators\\.ts',
        'islands/chart/data/(cache|fills)\\.ts',
        'islands/chart/engine/(pane|price-axis)\\.ts',
      ],
    },
    {
      name: 'engine',
      parts: [
        'node_modules/(lightweight-charts|fancy-canvas)/.*',
        'components/chart/colors\\.ts',
        'islands/chart/engine/(bars|chart-look|crosshair|engine|overlay-host|series|sight)\\.ts',
        'islands/chart/lines/start-chart\\.ts',
      ],
    },
    {
      name: 'chart',
      parts: ['islands/chart/ground/(orders|strings)\\.ts', 'islands/_state/(account|live|queries)\\.ts'],
    },
    // islands of other pages have icons too
    { name: 'icon', parts: ['components/ui/Icon\\.tsx'] },
    // what the panels share with their parts that are fetched later
    { name: 'ground', parts: ['islands/chart/ground/.*\\.tsx', 'islands/chart/dashboard/cell\\.ts'] },
  ],
  trimmed: ['lightweight-charts'],
  fonts: [
    {
      family: 'Host Grotesk Variable',
      file: '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
      characters: ACCENTED,
      weights: [400, 700],
    },
    {
      family: 'Host Grotesk Variable',
      file: '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
      characters: [...LATIN, ...SIGNS],
      weights: [400, 700],
      fallback: 'Host Fallback',
    },
    {
      family: 'Heebo Variable',
      file: '@fontsource-variable/heebo/files/heebo-hebrew-wght-normal.woff2',
      characters: HEBREW,
      weights: [400, 700],
    },
  ],
  drawn: () => [...itemPictures(), ...chartTexts()],
} satisfies SiteConfig;
