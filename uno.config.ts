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
  // of its own: the preset's goes through five variables that every element sets
  rules: [['tabular-nums', { 'font-variant-numeric': 'tabular-nums' }]],
  variants: [
    (matcher) =>
      matcher.startsWith('coarse:')
        ? { matcher: matcher.slice(7), parent: '@media (pointer: coarse)' }
        : matcher,
  ],
});
