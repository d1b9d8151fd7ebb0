import { ColorType, type DeepPartial, type Time, type TimeChartOptions } from 'lightweight-charts';
import * as layout from '#components/chart/layout.ts';
import type { Palette } from '#core/shop/themes.ts';
import type { TimeFormat } from './time-format.ts';

/** Horizontal gestures pan the chart, vertical ones scroll the page. */
const SCROLL = { mouseWheel: true, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false };

/** Returns the options that enable panning, or disable it while a drawing is dragged. */
export function scrollOptions(frozen: boolean) {
  return { handleScroll: frozen ? false : SCROLL };
}

/** Returns the library's options of a palette. */
export function colorOptions(colors: Palette, fontFamily: string) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: colors.background } as const,
      textColor: colors.text,
      fontFamily,
      fontSize: 12,
      attributionLogo: true,
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    rightPriceScale: { borderColor: colors.border },
    timeScale: { borderColor: colors.border },
  };
}

/** Returns all options of a new chart. @param format returns the present format, which changes with the interval */
export function chartOptions(
  palette: Palette,
  { fontFamily, locale, height }: { fontFamily: string; locale: string; height: number },
  format: () => TimeFormat,
): DeepPartial<TimeChartOptions> {
  const colors = colorOptions(palette, fontFamily);
  return {
    ...colors,
    ...scrollOptions(false),
    hoveredSeriesOnTop: false,
    crosshair: { mode: 0 },
    localization: { locale, timeFormatter: (time: Time) => format().full(time as number) },
    rightPriceScale: {
      ...colors.rightPriceScale,
      scaleMargins: layout.priceMargins(height),
      minimumWidth: layout.PRICE_AXIS_WIDTH,
      entireTextOnly: true,
    },
    timeScale: {
      ...colors.timeScale,
      barSpacing: layout.BAR_SPACING,
      minBarSpacing: layout.MIN_BAR_SPACING,
      maxBarSpacing: layout.MAX_BAR_SPACING,
      rightOffset: layout.RIGHT_OFFSET,
      minimumHeight: layout.TIME_AXIS_HEIGHT,
      tickMarkFormatter: (time: Time, weight: number) => format().tick(time as number, weight),
    },
  };
}
