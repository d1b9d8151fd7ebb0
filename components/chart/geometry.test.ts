import { expect, test } from 'bun:test';
import { INDICATOR_COLORS } from '#core/market/indicator-lines.ts';
import type { IndicatorId } from '#core/market/indicators.ts';
import { drawChart } from './geometry.ts';
import { MAX_WIDTH } from './layout.ts';
import type { Candle } from './types.ts';

const palette = {
  background: '#000000',
  text: '#ffffff',
  grid: '#111111',
  border: '#222222',
  upColor: '#00ff00',
  downColor: '#ff0000',
  lineColor: '#0000ff',
  volumeUp: '#005500',
  volumeDown: '#550000',
  areaTop: '#0000ff4d',
  areaBottom: '#0000ff05',
};
const bar = (i: number, open: number, close: number): Candle => ({
  time: i * 86_400,
  open,
  close,
  high: Math.max(open, close) + 1,
  low: Math.min(open, close) - 1,
  volume: 100 + i,
});
const year = Array.from({ length: 250 }, (_, i) => bar(i, 100 + (i % 5), 100 + ((i + 2) % 5)));
const draw = (candles: Candle[], type = 'candlestick' as const, width = 1200) =>
  drawChart({ candles, type, averages: [9], palette, width, locale: 'en', daily: true });

test('up, down and unchanged candles each get their colour, volume beneath them', () => {
  const { shapes } = draw([bar(0, 10, 12), bar(1, 12, 9), bar(2, 9, 9)]);
  const colors = shapes.map((shape) => shape.color);
  expect(colors).toContain(palette.upColor);
  expect(colors).toContain(palette.downColor);
  expect(colors).toContain('#808080');
  expect(colors.slice(0, 2)).toEqual([palette.volumeUp, palette.volumeDown]);
});

test('the newest candle stands a fixed distance from the price axis, whatever the width', () => {
  const newest = (width: number) => {
    const xs = draw(year, 'candlestick', width).shapes.flatMap(({ d }) => [...d.matchAll(/M([\d.]+)/g)]);
    return Math.max(...xs.map(([, x]) => Number(x)));
  };
  expect(newest(400)).toBe(newest(2000));
  const xs = draw(year).shapes.flatMap((s) => [...s.d.matchAll(/M([\d.]+)/g)].map((m) => Number(m[1])));
  expect(Math.max(...xs)).toBeLessThan(MAX_WIDTH - 45);
  expect(Math.max(...xs)).toBeGreaterThan(MAX_WIDTH - 60);
});

test('the price range is that of the bars a reader sees', () => {
  const spike = year.with(0, bar(0, 900, 1000));
  expect(draw(spike, 'candlestick', 600).prices[0]!.text).toBe(
    draw(year, 'candlestick', 600).prices[0]!.text,
  );
  expect(draw(spike, 'candlestick', 2100).prices[0]!.text).toBe(
    draw(year, 'candlestick', 2100).prices[0]!.text,
  );
  const near = year.with(245, bar(245, 900, 1000));
  expect(Number(draw(near).prices[0]!.text)).toBeGreaterThan(900);
});

test('labels stay inside the pane and the last price is among them', () => {
  const { prices, last } = draw(year);
  expect(prices.length).toBeGreaterThan(4);
  expect(prices.every(({ top }) => top >= 0 && top <= 100)).toBe(true);
  expect(last!.text).toBe(year.at(-1)!.close.toFixed(2));
});

test('no bars, one bar, a flat bar: nothing breaks', () => {
  expect(draw([]).shapes).toEqual([]);
  for (const candles of [[bar(0, 5, 5)], [{ ...bar(0, 5, 5), high: 5, low: 5, volume: 0 }]]) {
    const text = JSON.stringify(draw(candles));
    expect(text).not.toContain('NaN');
    expect(text).not.toContain('null,"');
    expect(text).not.toContain('Infinity');
  }
});

test('the time axis names each month once, where it begins, newest nearest to the price axis', () => {
  const { times } = draw(year, 'candlestick', MAX_WIDTH);
  expect(times.map((label) => label.text)).toEqual(['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept']);
  const september = Date.UTC(1970, 8, 1) / 86_400_000;
  expect(times.at(-1)!.end).toBe((5 + 249 - september + 0.5) * 9 + 1);
});

test('indicators: over the prices, or in panes below that take a share of the height', () => {
  const shapesOf = (studies: readonly IndicatorId[]) =>
    drawChart({
      candles: year,
      type: 'candlestick',
      averages: [],
      palette,
      width: 1200,
      locale: 'en',
      daily: true,
      studies,
    });
  const lowest = ({ shapes }: ReturnType<typeof drawChart>, color: string) =>
    Math.max(
      ...shapes
        .filter((shape) => shape.color === color)
        .flatMap(({ d }) => [...d.matchAll(/(?:[ML][\d.]+ |V)([\d.]+)/g)].map(([, y]) => Number(y))),
    );
  const bare = shapesOf([]);
  expect(lowest(bare, palette.volumeUp)).toBe(1000);
  const over = shapesOf(['ema', 'vwap', 'bb']);
  expect(over.shapes.length - bare.shapes.length).toBe(5);
  expect(lowest(over, palette.volumeUp)).toBe(1000);
  // the prices take three parts of the height, each pane one
  const below = shapesOf(['rsi', 'macd']);
  expect(lowest(below, palette.volumeUp)).toBe(600);
  expect(below.prices.every(({ top }) => top <= 60)).toBe(true);
  const [rsi, macd] = [INDICATOR_COLORS.rsi, INDICATOR_COLORS.macd].map((color) => lowest(below, color));
  expect(rsi).toBeWithin(620, 780);
  expect(macd).toBeWithin(820, 981);
});
