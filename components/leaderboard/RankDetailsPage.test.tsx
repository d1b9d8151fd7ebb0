import { expect, test } from 'bun:test';
import { type Rank, rankData } from '#core/leaderboard/rank.ts';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { RankDetailsPage, RankingPage } from './RankDetailsPage.tsx';

const details = (rank: Rank, xp: number, selected: Rank = rank) =>
  draw(<RankDetailsPage data={rankData(rank, xp)} selected={selected} />);
const ranking = (rank: Rank, xp: number, place: number) =>
  textOf(draw(<RankingPage data={rankData(rank, xp, { place, ranked: 40 })} />));
/** Returns the number of filled marks of each rank, in order. */
const marks = (html: string) => [...html.matchAll(/(\d) of 5 marks/g)].map((m) => Number(m[1]));

test('ranks below are full, above empty, the current one as far as its XP', () => {
  expect(marks(details('CAPTAIN', 75 + 41))).toEqual([5, 5, 3, 0, 0]);
  expect(marks(details('GENERAL', 400))).toEqual([5, 5, 5, 5, 5]);
  expect(marks(details('CADET', 0))).toEqual([0, 0, 0, 0, 0]);
  expect(marks(details('CADET', 0.01))).toEqual([1, 0, 0, 0, 0]);
});

test('percentiles as given, none for CADET', () => {
  const labels = [...details('CADET', 0).matchAll(/TOP \d+%/g)].map(String);
  expect(labels).toEqual(['TOP 80%', 'TOP 40%', 'TOP 10%', 'TOP 1%']);
});

test('the chosen rank shows its level and quote', () => {
  expect(textOf(details('CAPTAIN', 116))).toContain('CAPTAIN III A plan survives the open.');
  expect(textOf(details('CAPTAIN', 116, 'GENERAL'))).toContain('GENERAL You never beat the market.');
});

test('the ranking page says XP, milestone, percent and the disclaimer; the corner leads to the details', () => {
  const html = draw(<RankingPage data={rankData('COMMANDER', 286)} />);
  const text = textOf(html);
  expect(text).toContain('RANK CLASSIFICATION');
  expect(text).toContain('286 / 385 XP');
  expect(text).toContain('53%');
  expect(text).toContain(
    'Your current rank reflects your performance in the controlled competition environment.',
  );
  expect(html).toContain('href="/rank-details-page"');
  const filled = [...html.matchAll(/inline-size:([\d.]+)%/g)].map((m) => Number(m[1])).slice(10);
  expect(filled.map(Math.round)).toEqual([100, 100, 100, 100, 100, 29, 0, 0, 0, 0]);
});

test('a level of a rank can be chosen, with what it takes', () => {
  const page = draw(<RankDetailsPage data={rankData('CADET', 0)} selected="CAPTAIN" level={4} />);
  expect(textOf(page)).toContain('CAPTAIN IV A plan survives the open. A hunch does not. More than 135 XP');
  expect(page).toContain('href="/rank-details-page?rank=CAPTAIN&amp;level=5"');
});

test('more XP than the rank has room for is full, and the next rank is places away, not XP', () => {
  const captain = ranking('CAPTAIN', 7905, 16);
  expect(captain).toContain('\u2066175 / 175 XP\u2069, full');
  expect(captain).not.toContain('7,905');
  expect(captain).toContain('12 places to COMMANDER');
  expect(ranking('LIEUTENANT', 30, 17)).toContain('1 place to CAPTAIN');
  expect(textOf(draw(<RankingPage data={rankData('CADET', 30)} />))).toContain(
    'Your first trade of the season gives you a place.',
  );
});

test('the highest rank has none above it', () => {
  expect(textOf(draw(<RankingPage data={rankData('GENERAL', 400)} />))).not.toContain('Next rank');
});
