/** The settings of the site's build: script chunks, fonts and generated files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemPictures } from '#art/items.ts';
import { ink } from '#components/ui/tokens.ts';
import { LOCALES, type Locale } from '#core/locale/locale.ts';
import type { SiteConfig } from '#framework/build/config.ts';
import { directionOf } from '#framework/locale/direction.ts';
import { ORDER_RULES } from '#islands/chart/ground/strings.ts';

type Drawn = { name: string; text: string };

/** Draws one file for each language. `read` returns the texts of locales/<locale>/<area>.json. */
const inEach = (draw: (locale: Locale, read: (area: string) => Record<string, string>) => Drawn): Drawn[] =>
  LOCALES.map((locale) =>
    draw(locale, (area) =>
      JSON.parse(readFileSync(join(import.meta.dir, 'locales', locale, `${area}.json`), 'utf8')),
    ),
  );

/** The chart's texts, a module for each language. routes/chart.tsx renders with the same texts. */
const chartTexts = () =>
  inEach((locale, read) => {
    const errors = read('errors');
    const texts = { ...read('chart'), ...Object.fromEntries(ORDER_RULES.map((key) => [key, errors[key]])) };
    return { name: `chart-texts-${locale}.js`, text: `export default ${JSON.stringify(texts)}` };
  });

/** The web app manifests, with which a browser installs the site. */
const webManifests = () =>
  inEach((locale, read) => {
    const icon = (file: string, size: number) => ({
      src: `/${file}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    });
    const nav = read('nav');
    const manifest = {
      id: '/',
      name: read('landing').title,
      short_name: 'Paperpit',
      lang: locale,
      dir: directionOf(locale),
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: ink[1],
      theme_color: ink[1],
      icons: [
        icon('icon-192', 192),
        icon('icon-512', 512),
        { ...icon('icon-maskable-512', 512), purpose: 'maskable' },
      ],
      shortcuts: [
        { name: nav.chart, url: '/chart' },
        { name: nav.leaderboards, url: '/leaderboards' },
      ],
    };
    return { name: `manifest-${locale}.webmanifest`, text: `${JSON.stringify(manifest, null, 2)}\n` };
  });

/** Printable ASCII. The reader's own fonts show every character that is in none of these lists. */
const LATIN = [[0x20, 0x7e]] as const;
const SIGNS = [...'\u00a0·×÷–—‘’“”…−₪€→↑↓'].map(
  (sign) => [sign.codePointAt(0)!, sign.codePointAt(0)!] as const,
);
/** Letters of other languages in names. They have a file of their own, which only pages with such a letter fetch. */
const ACCENTED = [
  [0xa1, 0xb6],
  [0xb8, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0xff],
] as const;
const HEBREW = [
  [0x5b0, 0x5c7],
  [0x5d0, 0x5ea],
  [0x5f0, 0x5f4],
  [0x20aa, 0x20aa],
] as const;

export default {
  workers: ['islands/check/season-proof.ts'],
  // market/ and proof/: the worker that proves a season needs market/simulated
  browserRooms: ['core', 'art', 'market', 'proof'],
  serverRooms: ['db', 'services', 'routes', 'scripts', 'tests'],
  serverPackages: ['zod', 'i18next', 'react-i18next', 'postgres', 'elysia', 'pino'],
  chunks: {
    // on every member's page: the socket and the live figures of the navigation, without React
    live: ['islands/NavStatus.ts', 'framework/browser/set-cookie.ts', 'islands/_state/flag.ts'],
    // a page with dialogs has live regions too, and a region may need the route's style sheet when it is refreshed
    region: [
      'islands/LiveRegion.ts',
      'islands/_state/page-dialog.ts',
      'framework/browser/route-sheet.ts',
      // too small for a file, and its page has live regions
      'islands/Tips.ts',
    ],
    // fetched with the first menu, sheet or dialog
    overlay: ['framework/browser/overlay.ts'],
    // together, because the code that the forms of items share is too small for a file
    items: ['islands/ShopForms.ts', 'islands/EquipForms.ts'],
    islands: [
      'framework/browser/hydrate.tsx',
      'framework/islands/island.tsx',
      'framework/islands/hooks.ts',
      'islands/_state/use-flag.ts',
    ],
    // the live chart and the dock before React arrives; listed before `format`, so that they can load `format` later
    panel: [
      'islands/DockRegion.ts',
      'islands/LiveChart.ts',
      // panel, ticket and table of bars need these without the engine
      'core/market/indicators.ts',
      'core/market/price-text.ts',
      'islands/_live/quotes.ts',
      'islands/_state/patient-fetch.ts',
      'islands/chart/data/cache.ts',
      'islands/chart/data/fills.ts',
      'islands/chart/engine/pane.ts',
      'islands/chart/engine/price-axis.ts',
      'islands/chart/engine/time-format.ts',
      'islands/chart/lines/drafts.ts',
      'components/chart/layout.ts',
    ],
    format: [
      'core/locale/sentence.ts',
      'core/locale/format.ts',
      'core/trading/executed-text.ts',
      // labels, ticket and panel share these modules about orders, positions and drawings
      'core/market/drawings.ts',
      'core/orders/order.ts',
      'core/trading/holding-text.ts',
      'core/trading/pnl.ts',
      'islands/_live/position-sources.ts',
      'islands/_state/queries.ts',
    ],
    // forms and the chart's ticket share this module
    typed: ['core/money/typed-decimal.ts'],
    engine: ['islands/chart/lines/start-chart.ts'],
    // the labels of a position and of working orders, and the marks of fills, at low priority with the engine
    lives: [
      'components/ui/tokens.ts',
      'islands/chart/engine/overlay-layer.ts',
      'islands/chart/lines/board.ts',
    ],
    drawings: ['islands/chart/engine/overlays.ts'],
    curves: ['islands/chart/engine/curves.ts'],
    icon: ['components/ui/Icon.tsx'],
    dashboard: ['islands/ChartDashboard.tsx'],
  },
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
  drawn: () => [...itemPictures(), ...chartTexts(), ...webManifests()],
} satisfies SiteConfig;
