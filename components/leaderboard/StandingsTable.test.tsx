import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { type StandingsRow, StandingsTable } from './StandingsTable.tsx';
import { ownRow } from './standings-table.ts';

const row = (userId: number, place: number | null, rank: StandingsRow['rank'], username = `t${userId}`) => ({
  ...{ userId, place, rank, username, isDisqualified: userId === 14 },
  total: '$100,000.00',
  logoUrl: null,
});
const rows = [
  row(11, 1, 'GENERAL'),
  row(1, 2, 'COMMANDER', '<span data-trader="2"></span>'),
  row(2, 2, 'COMMANDER'),
  row(12, 4, 'CADET'),
  row(13, null, 'CADET'),
  row(14, null, 'CADET'),
];
const table = draw(<StandingsTable rows={rows} page={1} />);
const mark = (userId: number) => table.replace(...ownRow(userId, 'YOU'));

test('one place for a tag in each row, and nothing personal', () => {
  expect([...table.matchAll(/<span data-trader="\d+"><\/span>/g)]).toHaveLength(rows.length);
  expect(table).not.toContain('YOU');
});

test('a reader finds the tag in the own row only, also next to a name that looks like its place', () => {
  for (const { userId, username } of rows) {
    const marked = mark(userId);
    expect([...marked.matchAll(/YOU/g)]).toHaveLength(1);
    const own = marked.split('<tr').find((each) => each.includes('YOU'))!;
    expect(own).toContain(
      `>${username.replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')}<`,
    );
  }
  expect(mark(99)).toBe(table);
});

test('each rank once, as a heading over its rows; who has not traded stands last without one', () => {
  const headings = [...table.matchAll(/scope="rowgroup"[\s\S]*?<\/th>/g)].map(([html]) =>
    textOf(`<th ${html}`).replace(/ ?· ?/, ' · '),
  );
  expect(headings).toEqual([
    'GENERAL · top 1%',
    'COMMANDER · top 10%',
    'CADET',
    'Not ranked yet',
    'Disqualified',
  ]);
  expect(table.lastIndexOf('t13')).toBeGreaterThan(table.lastIndexOf('Not ranked yet'));
});

test('places are shown as they are shared', () => {
  const places = [...table.matchAll(/<td(?: class="podium")?>([^<]+)<\/td><td><span class="trader"/g)];
  expect(places.map((m) => m[1]!)).toEqual(['1', '2', '2', '4', '–', '–']);
});
