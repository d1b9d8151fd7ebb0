import { expect, test } from 'bun:test';
import { plainLine } from './languages.ts';

test.each([
  ['rtl', 'Discord נותק מהחשבון', '\u200fDiscord נותק מהחשבון'],
  ['rtl', '3 dana ניצחה', '\u200f3 dana ניצחה'],
  ['rtl', 'העמוד של dana', 'העמוד של dana'],
  ['rtl', 'dana · Site', 'dana · Site'],
  ['ltr', 'נועה · Site', '\u200eנועה · Site'],
  ['ltr', 'Page of נועה', 'Page of נועה'],
  ['ltr', '404', '404'],
] as const)('%s: %j', (dir, text, line) => expect(plainLine(text, dir)).toBe(line));
