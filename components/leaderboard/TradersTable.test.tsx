import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { type TradersRow, TradersTable } from './TradersTable.tsx';

let number = 0;
const row = (place: number | null, rank: TradersRow['rank'], username: string) => ({
  number: ++number,
  userId: number,
  place,
  move: number === 1 ? null : number === 2 ? 3 : number === 3 ? -1 : 0,
  change: {
    value: number === 1 ? '1.20' : number === 2 ? '-0.50' : '0.00',
    text: number === 1 ? '+1.20%' : '0.00%',
  },
  trades: number,
  rank,
  username,
  isDisqualified: username === 't14',
  tag: `tag of ${username}`,
  total: '$100,000.00',
  logo: null,
  hasPage: true,
  isSimulated: username === 't12',
});
const rows = [
  row(1, 'GENERAL', 't11'),
  row(2, 'COMMANDER', '<b>t1</b>'),
  row(2, 'COMMANDER', 't2'),
  row(4, 'CADET', 't12'),
  row(null, 'CADET', 't13'),
  row(null, 'CADET', 't14'),
];
const table = draw(<TradersTable rows={rows} opens="dialog" hasRanks />);

test('each row ends its trader with what marks it as the own one', () => {
  for (const { username } of rows) {
    const escaped = username.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(table).toContain(`>${escaped}</a>tag of ${escaped}</td>`);
  }
});

test('a row has seven elements', () => {
  const first = table.split('<tr>').find((each) => each.includes('t11'))!;
  expect([...`<tr>${first.split('</tr>')[0]}`.matchAll(/<[a-z]/g)]).toHaveLength(7);
});

test('each rank once, as a heading over its rows; who has not traded stands last without one', () => {
  const headings = [...table.matchAll(/scope="rowgroup"[\s\S]*?<\/th>/g)].map(([html]) =>
    textOf(`<th ${html}`).replace(/ ?· ?/, ' · '),
  );
  expect(headings).toEqual([
    'GENERAL · top 1%',
    'COMMANDER · top 10%',
    'CADET',
    'No trades yet',
    'Disqualified',
  ]);
  expect(table.lastIndexOf('t13')).toBeGreaterThan(table.lastIndexOf('No trades yet'));
});

/** Returns the cells of a column, without tags. */
const column = (name: string) =>
  [...table.matchAll(new RegExp(`<td class="${name}"[^>]*>([^<]*)</td>`, 'g'))].map(([, text]) => text!);

test('places are shown as they are shared', () => {
  const places = [...table.matchAll(/<tr><td[^>]*>([^<]+)<\/td>/g)];
  expect(places.map((m) => m[1]!)).toEqual(['1', '2', '2', '4', '–', '–']);
});

test('a move has triangle, sign and colour; no move has none', () => {
  const moves = [...table.matchAll(/data-side="(\w+)" data-move="([^"]+)"/g)];
  expect(moves.map(([, side, move]) => side! + move)).toEqual(['up+3', 'down−1']);
});

test('a column that no row has a figure for is left out', () => {
  const bare = draw(
    <TradersTable rows={rows.map((each) => ({ ...each, move: null, trades: null }))} opens="dialog" />,
  );
  expect(bare).not.toMatch(/data-move|class="(trades|prize)"/);
  expect(column('trades')).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('rows that are left out are a row of points', () => {
  const parts = draw(<TradersTable rows={[rows[0]!, rows[1]!, rows[4]!]} opens="page" />);
  expect([...parts.matchAll(/class="gap"/g)]).toHaveLength(1);
});

test('who is nobody is marked', () => {
  expect([...table.matchAll(/data-sim="simulated"/g)]).toHaveLength(1);
  expect(table.split('data-sim="simulated"')[1]).toStartWith('><a id="row-4"');
  expect(textOf(table)).toContain('A simulated trader: Paperpit itself trades this account');
});
