/** Types of the chart panel, for the page, the island and the parts of the island. */

export const CHART_TYPES = ['candlestick', 'bar', 'line', 'area', 'baseline'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Intervals that a panel offers, shortest first, as in the toolbar. 1m exists in realtime mode only. */
export const PANEL_INTERVALS = ['5m', '15m', '1h', '4h', '1D'] as const;
export type PanelInterval = (typeof PANEL_INTERVALS)[number];
export type BarInterval = PanelInterval | '1m';

/** One bar; `time` is its start in epoch seconds UTC, prices are dollars. */
export type Candle = { time: number; open: number; high: number; low: number; close: number; volume: number };

/** One of the user's fills on the chart. */
export type Fill = { time: number; price: number; kind: 'entry' | 'exit'; direction: 'up' | 'down' };
