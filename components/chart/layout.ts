/** Measures of the chart area in CSS px, for the live chart and the server-rendered one. */

export const PRICE_AXIS_WIDTH = 64;
export const TIME_AXIS_HEIGHT = 28;
export const BAR_SPACING = 9;
export const MIN_BAR_SPACING = 6;
export const MAX_BAR_SPACING = 15;
/** Empty bars between the newest one and the price axis. */
export const RIGHT_OFFSET = 5;
/** Shares of the height above and below the volume bars: they get the lowest 16%. */
export const VOLUME_MARGINS = { top: 0.84, bottom: 0 };
/** The width below which a chart has thin bars. */
export const THIN_BELOW = 600;
export const MAX_WIDTH = 2100;
/** The proportions of the heights: of the price pane, and of each indicator's pane below it. */
export const PANE_PARTS = { prices: 3, indicator: 1 };
/** The free shares of the height above and below an indicator in its own pane. */
export const INDICATOR_MARGINS = { top: 0.1, bottom: 0.1 };

/** The windows in which the order buttons are below the chart and a ticket is a sheet, as in the style sheets. */
export const PHONE_WINDOW = '(max-width: 699px), (max-width: 999px) and (max-height: 499px)';

/** The height below which a chart probably shares the window with other charts. */
const LOW = 400;

/** Returns the free shares of the height above and below the prices. */
export const priceMargins = (height = LOW): { top: number; bottom: number } =>
  height < LOW ? { top: 0.2, bottom: 0.22 } : { top: 0.14, bottom: 0.24 };

/** Returns the number of bars between the left edge and the newest bar of a chart. @param width px */
export function visibleBars(width: number): number {
  return Math.max(1, Math.floor((width - PRICE_AXIS_WIDTH) / BAR_SPACING) - RIGHT_OFFSET);
}
