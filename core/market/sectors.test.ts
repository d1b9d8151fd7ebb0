import { expect, test } from 'bun:test';
import { type SECTORS, sectorsNamed } from './sectors.ts';

const NAMES: Partial<Record<(typeof SECTORS)[number], string>> = {
  Technology: 'טכנולוגיה',
  'Consumer Cyclical': 'צריכה מחזורית',
  'Consumer Defensive': 'צריכה בסיסית',
};
const named = (text: string) => sectorsNamed(text, (each) => NAMES[each] ?? each);

test("a part of a sector's name in the reader's language finds it", () => {
  expect(named('טכנולוגיה')).toEqual(['Technology']);
  expect(named(' צריכה ')).toEqual(['Consumer Cyclical', 'Consumer Defensive']);
});

test('English and unknown names stay unchanged', () => {
  for (const text of ['', 'Tech', 'services', 'Aerospace', 'ביטקוין']) expect(named(text)).toEqual([text]);
});
