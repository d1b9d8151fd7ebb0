/** Measures of the chart area in CSS pixels, shared by the live chart and the server's drawing of it. */

export const PRICE_AXIS_WIDTH = 64;
export const TIME_AXIS_HEIGHT = 28;
export const BAR_SPACING = 9;
export const MIN_BAR_SPACING = 6;
export const MAX_BAR_SPACING = 15;
/** Empty bars between the newest one and the price axis. */
export const RIGHT_OFFSET = 5;
/** The volume bars take the lowest fifth. */
export const VOLUME_MARGINS = { top: 0.84, bottom: 0 };
/** Below this width bars are drawn thin. */
export const THIN_BELOW = 600;
export const MAX_WIDTH = 2100;
/** Heights of the prices and of each indicator's own pane below them, in parts of the whole. */
export const PANE_PARTS = { prices: 3, indicator: 1 };
/** Shares of an indicator's own pane left free above and below it. */
export const INDICATOR_MARGINS = { top: 0.1, bottom: 0.1 };

/** A chart lower than this, pixels, shares the window with others. */
const LOW = 400;

/** Shares of the height left free above and below the prices. */
export const priceMargins = (height = LOW): { top: number; bottom: number } =>
  height < LOW ? { top: 0.2, bottom: 0.22 } : { top: 0.14, bottom: 0.24 };

/** How many bars fit between the left edge and the newest bar of a chart this wide. */
export function visibleBars(width: number): number {
  return Math.max(1, Math.floor((width - PRICE_AXIS_WIDTH) / BAR_SPACING) - RIGHT_OFFSET);
}
