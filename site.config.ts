/** What Paperpit tells the build. */
import { itemPictures } from '#art/items.ts';
import type { SiteConfig } from '#framework/build/config.ts';

export default {
  serverRooms: ['db', 'services', 'routes', 'market', 'scripts', 'tests'],
  serverPackages: ['zod', 'i18next', 'react-i18next', 'postgres', 'elysia', 'pino'],
  shared: [
    {
      // what behaviours share: no React
      name: 'live',
      parts: [
        'framework/browser/(socket|sign-out|live-region|soft-links)\\.ts',
        'framework/islands/behaviour\\.ts',
        'core/contract/(addresses|call)\\.ts',
        'islands/_hooks/page-dialog\\.ts',
        'islands/_state/(toasts|competition-watch|user|socket|auth-data|live-region|nav-status)\\.ts',
      ],
    },
    { name: 'items', parts: ['islands/_state/(inventory|key)\\.ts'] },
    {
      name: 'base',
      parts: [
        'components/layout/.*',
        'framework/islands/(island|strategy|signal|use-shared|use-hydrated)\\.tsx?',
        'islands/_state/(competition|creative)\\.ts',
        'core/(locale/format|money/money)\\.ts',
        'node_modules/(@preact|devalue)/.*',
      ],
    },
    {
      name: 'chart',
      parts: [
        'components/chart/.*',
        'islands/chart/(panel/strings|data/stores|data/cache-entry|dashboard/cell)\\.ts',
        'islands/chart/ticket/actions\\.ts',
        'islands/_state/(account|live|queries)\\.ts',
        'framework/islands/use-draft\\.ts',
        'core/market/(indicators|ticker)\\.ts',
      ],
    },
  ],
  fonts: [
    {
      family: 'Host Grotesk Variable',
      file: '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
      package: '@fontsource-variable/host-grotesk',
      subset: 'latin',
      weights: '300 800',
      dir: 'ltr',
    },
    {
      family: 'Heebo Variable',
      file: '@fontsource-variable/heebo/files/heebo-hebrew-wght-normal.woff2',
      package: '@fontsource-variable/heebo',
      subset: 'hebrew',
      weights: '100 900',
      dir: 'rtl',
    },
  ],
  drawn: itemPictures,
} satisfies SiteConfig;
