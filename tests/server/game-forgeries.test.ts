/** Every change of a private game's bundle is found, by each proof of it. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { verifyBundle } from '#services/verify/bundle.ts';
import type { Client } from '../helpers/client.ts';
import { eachLine, openPlayedGame, readLines } from '../helpers/played-game.ts';
import { noPython } from '../helpers/python.ts';
import { bundleText, linked, seal } from '../helpers/sample-bundle.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import type { Line } from '../helpers/tampered-lines.ts';

let ann: Client;
let ben: Client;
let text: string;
beforeAll(async () => {
  const played = await openPlayedGame();
  ({ ann, ben } = played);
  await played.play();
  await played.end();
  await played.publishSeed();
  text = await played.download();
  await played.server.stop();
});

type Change = (lines: Line[]) => Line[];
const find = (lines: Line[], kind: string, of: (line: Line) => boolean = () => true) =>
  lines.find((line) => line[0] === kind && of(line))!;
const set =
  (
    kind: string,
    field: number,
    value: (before: Line[number]) => Line[number],
    of?: (line: Line) => boolean,
  ): Change =>
  (lines) => {
    const line = find(lines, kind, of);
    line[field] = value(line[field]!);
    return lines;
  };
const plusCent = (text: Line[number]) => (Number(text) + 0.01).toFixed(String(text).split('.')[1]!.length);
const isShort = (line: Line) => line[3] === 'short';

/** Changes of a forger who computes the chain and the file's hash again. */
const FORGED: Record<string, Change> = {
  'a price': set('fill', 6, plusCent, isShort),
  'a price and its cash': (lines) =>
    set('fill', 7, plusCent, isShort)(set('fill', 6, plusCent, isShort)(lines)),
  'a quantity': set('fill', 5, () => '12.000000', isShort),
  'the owner of a fill': set('fill', 2, () => ann.userId!, isShort),
  'the account of a trader': (lines) => {
    const swap: Record<number, number> = { [ann.userId!]: ben.userId!, [ben.userId!]: ann.userId! };
    for (const line of lines)
      if (line[0] === 'fill' || line[0] === 'event') line[2] = swap[line[2] as number] ?? line[2]!;
    return lines;
  },
  'a symbol': set('fill', 4, () => 'TSLA', isShort),
  'a fill removed': (lines) => lines.filter((line) => line[0] !== 'fill' || !isShort(line)),
  'the fill of an order removed': (lines) =>
    lines.filter((line) => line[0] !== 'fill' || line.at(-1) === null),
  'an order removed': (lines) => {
    const order = find(lines, 'event', (line) => line[4] === 'filled')[3];
    return lines.filter((line) => line[0] !== 'event' || line[3] !== order);
  },
  'the time of a fill': set('fill', 10, (at) => Number(at) - 3_600_000, isShort),
  'the rules': set('rules', 3, () => '100000.00'),
  'the share of the start cash': set('rules', 4, () => 1),
  'the tickers': set('game', 1, () => 'MSFT KO'),
  'the trades of a day': set('game', 2, () => 1),
  'the terms of the game removed': (lines) => lines.filter(([kind]) => kind !== 'game'),
  'short selling': set('terms', 3, () => true),
  'the start cash': set('season', 11, () => '100001.00'),
  'the start': set('season', 13, (at) => Number(at) + 3_600_000),
  'a seed': set('seed', 4, (seed) => `${String(seed).startsWith('0') ? '1' : '0'}${String(seed).slice(1)}`),
  'the game to a season': set('season', 2, () => 7),
  'a last price': set('mark', 2, plusCent),
  'an equity': set('standing', 5, plusCent),
  'cash in the end': set('standing', 8, plusCent),
  'the number of trades': set('standing', 7, () => 9),
  'a place': set('standing', 3, () => 2),
  'who has a row': set(
    'standing',
    2,
    () => ben.userId!,
    (line) => line[2] === ann.userId,
  ),
  'a member to one who left': set('standing', 9, () => true),
  'a row removed': (lines) => lines.filter((line) => line[0] !== 'standing' || line[1] !== 2),
  'two rows exchanged': (lines) => {
    const [first, second] = lines.filter(([kind]) => kind === 'standing');
    [first![2], second![2]] = [second![2]!, first![2]!];
    return lines;
  },
  'a rank': set('standing', 4, () => 'GENERAL'),
  'a prize': (lines) => {
    lines.splice(
      lines.findIndex(([kind]) => kind === 'standing'),
      0,
      ['prize', 1, '5.00'],
    );
    return lines;
  },
  'a decision': (lines) => {
    const endedAt = find(lines, 'season')[14]!;
    const decision: Line = ['decision', 1, endedAt, 'disqualify', ann.userId!, null, null];
    lines.splice(
      lines.findIndex(([kind]) => kind === 'standing'),
      0,
      decision,
    );
    return lines;
  },
};

/** Changes of one line, which the chain reveals. */
const LINKED: Record<string, Change> = {
  'the source of a fill': set('fill', 9, () => 'replay'),
  'a link': set('link', 9, (head) => String(head).replace(/^./, (c) => (c === '0' ? '1' : '0'))),
  'a salt': set('salt', 2, (salt) => String(salt).replace(/^./, (c) => (c === '0' ? '1' : '0'))),
  'a link removed': (lines) => lines.filter((line) => line[0] !== 'link' || line[1] !== 2),
  'the number': set('season', 2, (number) => Number(number) - 1),
  'the least time of XP': set('rules', 5, () => 7),
};

/** Computes the counts, the chain and the hash of a forged bundle again. */
function sealed(lines: Line[]): string {
  const season = find(lines, 'season');
  for (const [n, kind] of ['trader', 'fill', 'event', 'link'].entries())
    season[15 + n] = lines.filter(([each]) => each === kind).length;
  return bundleText(seal(linked(lines, season[2] as number)));
}

async function expectFound(forged: string): Promise<void> {
  await expect(verifyBundle(eachLine(forged))).rejects.toThrow();
  expect(checkInBrowser(forged).end).toBe('differs');
  if (noPython === '') expect(await checkInPython(forged)).toMatchObject({ code: 1 });
}

describe('who changes', () => {
  test('nothing gets the same bundle', async () => {
    expect(sealed(readLines(text))).toBe(text);
  });
  test.each(Object.entries(FORGED))('%s, and seals it anew, is found by each proof', async (_, change) => {
    await expectFound(sealed(change(readLines(text))));
  });
  test.each(Object.entries(LINKED))('%s alone is found by each proof', async (_, change) => {
    await expectFound(bundleText(seal(change(readLines(text)))));
  });
});
