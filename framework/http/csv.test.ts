import { expect, test } from 'bun:test';
import { csv } from './csv.ts';

test('figures stay figures, text is quoted where it must be, formulas are disarmed', () => {
  const rows = [
    [1, '-12.50', 'ann', null],
    [2, '3', 'a "b", c\nd', '=1+1'],
    [3, '1e5', '-dash', '@x'],
  ] as const;
  expect(csv([['n', 'sum', 'name', 'note'], ...rows])).toBe(
    'n,sum,name,note\r\n1,-12.50,ann,\r\n2,3,"a ""b"", c\nd",\'=1+1\r\n3,1e5,\'-dash,\'@x\r\n',
  );
});
