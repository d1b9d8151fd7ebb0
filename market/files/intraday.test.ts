import { describe, expect, test } from 'bun:test';
import { msOf, replay } from '#tests/helpers/price-files.ts';
import { parsePriceFile } from './csv.ts';

describe('intraday files', () => {
  const FILE = parsePriceFile(
    'AAPL.csv',
    [
      'Datetime,Open,High,Low,Close,Volume',
      '2016-01-05 09:30:00,20,21,19,20.5,100',
      '2016-01-04 15:55:00,12,13,11,12.5,50',
      '2016-01-04 09:40:00,11,12,10,11.5,30',
      '2016-01-04 09:35:00,10.5,11,10,11,20',
      '2016-01-04 09:30:00,10,11,9,10.5,10',
    ].join('\n'),
  );

  test('bars of the file’s own length are the file’s; longer ones and days fold them', async () => {
    const { market, days } = replay('2016-01-05T14:35:00Z', { hours: 'us', files: [FILE] });
    const five = await market.candles('AAPL', '5m', 0, 4e9);
    expect(five.map((b) => [b.open, b.high, b.low, b.close, b.volume])).toEqual([
      [10, 11, 9, 10.5, 10],
      [10.5, 11, 10, 11, 20],
      [11, 12, 10, 11.5, 30],
      [12, 13, 11, 12.5, 50],
      [20, 21, 19, 20.5, 100],
    ]);
    const quarter = await market.candles('AAPL', '15m', 0, 4e9);
    expect(quarter[0]).toEqual({
      time: msOf('2016-01-04T14:30:00Z') / 1000,
      open: 10,
      high: 12,
      low: 9,
      close: 11.5,
      volume: 60,
    });
    expect(await days()).toEqual([
      { time: '2016-01-04', open: 10, high: 13, low: 9, close: 12.5, volume: 110 },
      { time: '2016-01-05', open: 20, high: 21, low: 19, close: 20.5, volume: 100 },
    ]);
    expect((await market.quote('AAPL')).prevClose).toBe('12.50');
  });

  test('a bar lasts the usual step, then the price stays', async () => {
    const { market, pass } = replay('2016-01-04T14:44:59.999Z', { files: [FILE] });
    expect((await market.quote('AAPL')).price).toBe('11.50');
    pass(60_000);
    expect((await market.quote('AAPL')).asOfMs).toBe(market.now());
    expect(await market.candles('AAPL', '5m', 0, 4e9)).toHaveLength(3);
  });

  test('where the path of a bar turns (docs/rules/09-market.md 7)', () => {
    const minutes = parsePriceFile(
      'AAPL.csv',
      [
        'Datetime,Open,High,Low,Close,Volume',
        '2016-01-04 09:30:00,10,11,9,10.5,10',
        '2016-01-04 09:31:00,10.5,11,10,10.25,20',
        '2016-01-04 09:33:00,12,12,12,12,20',
      ].join('\n'),
    );
    const start = msOf('2016-01-04T14:30:00Z');
    const turns = (speed: number) => {
      const { market } = replay('2016-01-05T14:35:00Z', { hours: 'us', files: [minutes], speed });
      return market.path!('AAPL', start - 1, start + 119_999).map((stretch) => [
        ...[stretch.fromMs - start, stretch.from, stretch.toMs - start, stretch.to].map(Number),
      ]);
    };
    // 120 trades of half a second, turning at trades 0, 40, 79 and 119. The rising minute dips first, the falling one
    // rises first.
    expect(turns(1)).toEqual([
      [0, 100_000, 20_000, 90_000],
      [20_000, 90_000, 39_500, 110_000],
      [39_500, 110_000, 59_500, 105_000],
      [60_000, 105_000, 80_000, 110_000],
      [80_000, 110_000, 99_500, 100_000],
      [99_500, 100_000, 119_500, 102_500],
    ]);
    // at sixty times the speed a bar still has four trades
    expect(turns(60).slice(0, 3)).toEqual([
      [0, 100_000, 15_000, 90_000],
      [15_000, 90_000, 30_000, 110_000],
      [30_000, 110_000, 45_000, 105_000],
    ]);
  });
});
