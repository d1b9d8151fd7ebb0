import { expect, test } from 'bun:test';
import { draw } from '#tests/helpers/draw.tsx';
import { EquityChart } from './EquityChart.tsx';

test('the area lies under the trader’s own line, also where the leader began earlier', () => {
  const leader = { name: 'leader', points: [[0, 100_000] as const, [100, 103_000] as const] };
  const trader = { name: 'ann', points: [[50, 100_000] as const, [100, 100_500] as const] };
  const html = draw(<EquityChart trader={trader} leader={leader} />);
  const [, start, end] = /d="M([\d.]+) [^"]*V132H([\d.]+)Z"/.exec(html)!;
  expect([start, end]).toEqual(['296.0', '296.0']);
});
