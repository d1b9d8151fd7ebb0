import type { Palette } from '#core/shop/themes.ts';
import { unchangedBar, unchangedVolume } from '../ui/tokens.ts';
import type { Candle } from './types.ts';

/** Colours of the live chart and of the server-rendered one, so that both agree. */

/** The colour of a bar that closed where it opened. */
export const UNCHANGED = unchangedBar;

export function candleColor(bar: Candle, palette: Palette): string {
  if (bar.close > bar.open) return palette.upColor;
  return bar.close < bar.open ? palette.downColor : UNCHANGED;
}

export function volumeColor(bar: Candle, palette: Palette): string {
  if (bar.close > bar.open) return palette.volumeUp;
  return bar.close < bar.open ? palette.volumeDown : unchangedVolume;
}
