import { expect, test } from 'bun:test';
import en from '#locales/en/sim.json' with { type: 'json' };
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { LeaderboardTable, type LeaderboardTableRow } from './LeaderboardTable.tsx';

let number = 0;
const row = (place: number | null, rank: LeaderboardTableRow['rank'], username: string) => ({
  number: ++number,
  place,
  rank,
  username,
  isDisqualified: username === 't14',
  tag: `tag of ${username}`,
  total: '$100,000.00',
  logoUrl: null,
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
const table = draw(<LeaderboardTable rows={rows} page={1} />);

test('each row ends its trader with what marks it as the own one', () => {
  for (const { username } of rows) {
    const escaped = username.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(table).toContain(`>${escaped}</a>tag of ${escaped}</td>`);
  }
});

test('a row has five elements', () => {
  const first = table.split('<tr>').find((each) => each.includes('t11'))!;
  expect([...`<tr>${first.split('</tr>')[0]}`.matchAll(/<[a-z]/g)]).toHaveLength(5);
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

test('places are shown as they are shared', () => {
  const places = [
    ...table.matchAll(
      /<td(?: class="podium")?>([^<]+)<\/td><td data-initials="[^"]+"(?: data-sim="[^"]+")?><a/g,
    ),
  ];
  expect(places.map((m) => m[1]!)).toEqual(['1', '2', '2', '4', '–', '–']);
});

test('who is nobody is marked', () => {
  const mark = `data-sim="${en.mark}"`;
  expect(table.split(mark)).toHaveLength(2);
  expect(table.split(mark)[1]).toStartWith('><a id="row-4"');
});
