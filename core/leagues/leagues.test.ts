import { expect, test } from 'bun:test';
import {
  type Door,
  invitationText,
  joinProblem,
  LEAGUE_LIMITS,
  leagueNameProblem,
  leaguePhase,
  normalizeLeagueName,
  readInvitation,
} from './leagues.ts';

test('a code is read in any case, with and without its dash', () => {
  for (const typed of ['K7QM2X9D', 'k7qm-2x9d', ' K7QM 2X9D ', 'k7qm–2x9d'])
    expect([typed, readInvitation(typed)]).toEqual([typed, 'K7QM2X9D']);
  for (const typed of ['', 'K7QM2X9', 'K7QM2X9DD', 'K7QM2X90', 'K7QM2X9I', 'קוד־הזמנה'])
    expect([typed, readInvitation(typed)]).toEqual([typed, null]);
  expect(invitationText('K7QM2X9D')).toBe('K7QM-2X9D');
});

test('a name has readable letters, and no reserved word', () => {
  for (const name of [
    'Class 10b',
    "Dan's friends",
    'כיתה י״א',
    'Office, 3rd floor',
    'ליגת Tel Aviv',
    'Zürich & Co.',
  ])
    expect([name, leagueNameProblem(name)]).toEqual([name, null]);
  for (const name of [
    'ab',
    'x'.repeat(41),
    'a\u200bbc',
    'abc\u202edef',
    '  -- ',
    'tab\u0007bell',
    'Cl\u0430ss',
    'x\u0300\u0301\u0302bc',
  ])
    expect([name, leagueNameProblem(name)]).toEqual([name, 'leagueNameRule']);
  for (const name of ['Paperpit finals', 'The adm1n league', 'Official cup', 'ליגת תמיכה', 'P.a.p.e.r.p.i.t'])
    expect([name, leagueNameProblem(name)]).toEqual([name, 'usernameReserved']);
  expect(normalizeLeagueName('  Class \n 10b ')).toBe('Class 10b');
  expect(leagueNameProblem('x'.repeat(40))).toBeNull();
});

test('who may join: the first thing in the way is named', () => {
  const door: Door = {
    kind: 'season',
    phase: 'running',
    joining: 'open',
    isLateOpen: true,
    places: 3,
    state: null,
    joined: 0,
  };
  expect(joinProblem(door)).toBeNull();
  for (const [change, problem] of [
    [{ state: 'removed', phase: 'over' }, 'REMOVED'],
    [{ state: 'in' }, 'ALREADY_IN'],
    [{ state: 'waiting' }, 'ALREADY_IN.waiting'],
    [{ phase: 'over' }, 'LEAGUE_ENDED'],
    [{ joining: 'closed' }, 'JOINING_CLOSED'],
    [{ isLateOpen: false }, 'LEAGUE_STARTED'],
    [{ isLateOpen: false, phase: 'before' }, null],
    [{ isLateOpen: false, state: 'left' }, null],
    [{ places: LEAGUE_LIMITS.season.members }, 'LEAGUE_FULL'],
    [{ kind: 'own', places: 99 }, null],
    [{ kind: 'own', places: 100 }, 'LEAGUE_FULL'],
    [{ joined: 50 }, 'TOO_MANY_LEAGUES.joined'],
    [{ kind: 'own', joined: 19 }, null],
    [{ kind: 'own', joined: 20 }, 'TOO_MANY_LEAGUES.joined'],
  ] as const)
    expect([change, joinProblem({ ...door, ...change })]).toEqual([change, problem]);
});

const over = (seasonNumber: number) => ({ seasonNumber, game: null });

test('a league with a game of its own stands where that game stands', () => {
  for (const [status, phase] of [
    ['waiting', 'before'],
    ['active', 'running'],
    ['ended', 'over'],
  ] as const)
    expect(leaguePhase({ seasonNumber: null, game: { status } }, { number: 4, status: 'active' })).toBe(
      phase,
    );
});

test('a league is before, in or after its season', () => {
  expect(leaguePhase(over(1), null)).toBe('before');
  expect(leaguePhase(over(5), { number: 4, status: 'ended' })).toBe('before');
  expect(leaguePhase(over(4), { number: 4, status: 'waiting' })).toBe('before');
  expect(leaguePhase(over(4), { number: 4, status: 'active' })).toBe('running');
  expect(leaguePhase(over(4), { number: 4, status: 'ended' })).toBe('over');
  expect(leaguePhase(over(3), { number: 4, status: 'active' })).toBe('over');
});
