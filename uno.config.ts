/** The utility classes: tokens as theme, lucide's icons, and `coarse:` for touch screens. */
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { defineConfig, presetIcons, presetWind3 } from 'unocss';
import { unoTheme } from './components/ui/theme.ts';

export default defineConfig({
  ...unoTheme,
  presets: [
    presetWind3(),
    presetIcons({
      collections: { lucide: () => lucide },
      mode: 'mask',
      extraProperties: { 'flex-shrink': '0' },
    }),
  ],
  rules: [
    // figures are right-aligned in both directions, so that their decimals line up
    ['text-figures', { 'text-align': 'right' }],
    // the preset's rotations and translations need fifteen custom properties
    ['flip-x', { scale: '-1 1' }],
    ['on-half', { translate: '50%' }],
    ['up-half', { translate: '0 -50%' }],
    [/^rotate-(\d+)$/, ([, degrees]) => ({ rotate: `${degrees}deg` })],
    // the preset's class may lie outside a right-to-left page
    [
      'sr-only',
      {
        position: 'absolute',
        'inset-inline-start': '0',
        width: '1px',
        height: '1px',
        margin: '0',
        overflow: 'hidden',
        'clip-path': 'inset(50%)',
        'white-space': 'nowrap',
      },
    ],
  ],
  variants: [
    (matcher) =>
      matcher.startsWith('coarse:')
        ? { matcher: matcher.slice(7), parent: '@media (pointer: coarse)' }
        : matcher,
  ],
});
