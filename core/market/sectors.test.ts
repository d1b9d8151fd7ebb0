import { expect, test } from 'bun:test';
import { type SECTORS, sectorsNamed } from './sectors.ts';

const NAMES: Partial<Record<(typeof SECTORS)[number], string>> = {
  Technology: 'טכנולוגיה',
  'Consumer Cyclical': 'צריכה מחזורית',
  'Consumer Defensive': 'צריכה בסיסית',
};
const named = (text: string) => sectorsNamed(text, (each) => NAMES[each] ?? each);

test('a sector is asked for by its name in the reader’s language, or a part of it', () => {
  expect(named('טכנולוגיה')).toEqual(['Technology']);
  expect(named(' צריכה ')).toEqual(['Consumer Cyclical', 'Consumer Defensive']);
});

test('what is English, or no sector’s name, is asked for as it is', () => {
  for (const text of ['', 'Tech', 'services', 'Aerospace', 'ביטקוין']) expect(named(text)).toEqual([text]);
});
