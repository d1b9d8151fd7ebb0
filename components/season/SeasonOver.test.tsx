import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { type OwnFinish, type PodiumStep, SeasonOver } from './SeasonOver.tsx';

const step = (place: number, names: readonly string[], more = 0): PodiumStep => ({
  place,
  more,
  prize: place === 1 ? '₪500.00' : null,
  equity: '$110,000.00',
  traders: names.map((username) => ({ username, logo: null, isSimulated: false })),
  change: { value: '10.00', text: '+10.00%' },
});
const podiumText = (steps: readonly PodiumStep[]) =>
  textOf(draw(<SeasonOver finish={null} traders="9" steps={steps} />));
const won = 'Portfolio value $110,000.00 +10.00% Prize ₪500.00';

const finish = (earned: OwnFinish['earned']): OwnFinish => ({
  equity: '$110,000.00',
  change: { value: '10.00', text: '+10.00%' },
  topPercent: 12,
  rank: 'CAPTAIN',
  place: { n: 1, text: '1' },
  rowNumber: 1,
  best: '12.00',
  wins: 1,
  count: 1,
  prize: null,
  earned,
});
const earned = (of: OwnFinish['earned']) =>
  textOf(draw(<SeasonOver finish={finish(of)} traders="9" steps={[step(1, ['ann'])]} />)).match(
    /Earned (.*?) AN/,
  )![1];

test('what was earned: TKF of the levels, or the XP that made none', () => {
  expect(earned({ xp: '12.5', levels: 0, tkf: 0 })).toBe('12.5 XP');
  expect(earned({ xp: '310.25', levels: 1, tkf: 50 })).toBe('50 TKF 310.25 XP · 1 level');
  expect(earned({ xp: '310.25', levels: 3, tkf: 150 })).toBe('150 TKF 310.25 XP · 3 levels');
});

test('the prize of the reader, and the way to claim it once the winners are confirmed', () => {
  const prizeWith = (state: NonNullable<OwnFinish['prize']>['state']) => {
    const ownFinish = { ...finish({ xp: '1', levels: 0, tkf: 0 }), prize: { amount: '₪500', state } };
    const html = draw(<SeasonOver finish={ownFinish} traders="9" steps={[step(1, ['ann'])]} />);
    return [
      textOf(html).match(/Prize ₪500(?: Claim the prize| My prizes)?/)?.[0],
      html.includes('href="/prize"'),
    ];
  };
  expect(prizeWith('provisional')).toEqual(['Prize ₪500', false]);
  expect(prizeWith('offered')).toEqual(['Prize ₪500 Claim the prize', true]);
  expect(prizeWith('answered')).toEqual(['Prize ₪500 My prizes', true]);
});

test('nobody traded: neither a ticket nor a podium', () => {
  expect(draw(<SeasonOver finish={null} traders="9" steps={[]} />)).toBe('');
});

test('one and two ranked traders have a step each', () => {
  expect(podiumText([step(1, ['ann'])])).toBe(`Winner ann ${won} AN ann +10.00% 1 ₪500.00`);
  expect(podiumText([step(1, ['ann']), step(2, ['bob'])])).toBe(
    `Winner ann ${won} AN ann +10.00% 1 ₪500.00 BO bob +10.00% 2`,
  );
});

test('a long name breaks where its words end', () => {
  const html = draw(
    <SeasonOver finish={null} traders="9" steps={[step(1, ['omer_daytrader', 'MeanReverter', 'a-b_'])]} />,
  );
  for (const name of ['omer_<wbr/>daytrader', 'Mean<wbr/>Reverter', 'a-<wbr/>b_'])
    expect(html.split(`<bdi>${name}</bdi>`)).toHaveLength(3);
});

test('shared places share a step; who has no room on it is counted', () => {
  expect(podiumText([step(1, ['ann', 'bob', 'cid'], 2)])).toBe(
    `Winners ann bob cid +2 ${won} AN BO CI ann bob cid +2 +10.00% 1 ₪500.00`,
  );
});
