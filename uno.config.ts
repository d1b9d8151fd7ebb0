/** The utilities: the tokens as their theme, lucide's icons, and `coarse:` for what a finger needs larger. */
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
    // the preset's goes through five variables that every element sets
    ['tabular-nums', { 'font-variant-numeric': 'tabular-nums' }],
    // the preset's may stand outside a page that is read from right to left
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
