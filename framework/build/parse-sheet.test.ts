import { describe, expect, test } from 'bun:test';
import { createCriticalSheets, pickRules, sheetText } from '../sheet.ts';
import { parseSheet } from './parse-sheet.ts';

const SHEET = `
:root { --ink: #000; --paper: #fff; --line: var(--ink) }
@property --tips { syntax: "<number>"; inherits: true; initial-value: 0 }
p { color: var(--paper) }
.card, .box { border: 1px solid var(--line) }
.card > .tag:not(.old):has(.mark) { margin: 0 }
.md\\:flex { display: flex }
@keyframes rise { from { opacity: 0 } to { opacity: 1 } }
@keyframes fall { to { opacity: 0 } }
@media (min-width: 700px) {
  .card { padding: 0 1px }
  .toast { animation: rise 180ms }
  :root { --ink: #111 }
}`;
const rules = parseSheet(SHEET);
const pick = (classes: string[], reads: string[] = []) =>
  sheetText(pickRules(rules, { has: (name) => classes.includes(name), reads }));

describe('what a page is sent', () => {
  test('rules without a class, and the properties they read', () => {
    expect(pick([])).toBe(':root{--paper:#fff}p{color:var(--paper)}');
  });

  test('a rule when all classes of one of its selectors are there; what is in :not and :is does not count', () => {
    expect(pick(['box'])).toContain('.card,.box{border:1px solid var(--line)}');
    expect(pick(['card'])).not.toContain('.tag');
    expect(pick(['card', 'tag'])).not.toContain('.tag');
    expect(pick(['card', 'tag', 'mark'])).toContain('.card > .tag:not(.old):has(.mark){margin:0}');
    const needs = parseSheet('a:not(:has(.x)):has(.y){a:b}a:is(:has(.x),.y) .z{a:b}').map(
      (rule) => rule.needs,
    );
    expect(needs).toEqual([[['y']], [['z']]]);
    expect(pick(['md:flex'])).toContain('.md\\:flex{display:flex}');
  });

  test('a rule for an attribute or a language when that is there; readers open details themselves', () => {
    const [one, two, three] = parseSheet('[dir="rtl"] p{a:b}:lang(he){a:b}details[open] p{a:b}');
    expect([one, two, three].map((rule) => rule!.needs)).toEqual([[['[dir=rtl]']], [['[lang=he]']], []]);
  });

  test('a rule for what a script sets on the document before the first paint', () => {
    const [all, some] = parseSheet('html[data-zoom]{a:b}html[data-zoom] .box{a:b}');
    expect([all!.needs, some!.needs]).toEqual([[], [['box']]]);
  });

  test('a property that another one reads, in all its widths', () => {
    expect(pick(['box'])).toStartWith(':root{--ink:#000;--paper:#fff;--line:var(--ink)}');
    expect(pick(['box'])).toEndWith('@media (min-width: 700px){:root{--ink:#111}}');
    expect(pick([], ['--ink'])).toContain('--ink:#000');
  });

  test('animations and registered properties that somebody names', () => {
    expect(pick(['toast'])).toContain('@keyframes rise{from{opacity:0}to{opacity:1}}');
    expect(pick(['toast'])).not.toContain('fall');
    expect(pick([], ['--tips'])).toContain('@property --tips{');
  });

  test('rules of one condition share its block', () => {
    expect(pick(['card', 'toast'])).toContain(
      '@media (min-width: 700px){.card{padding:0 1px}.toast{animation:rise 180ms}',
    );
  });

  test('an at-rule inside another stops the build', () => {
    expect(() => parseSheet('@media print { @supports (gap: 0) { p { gap: 0 } } }')).toThrow('@supports');
  });
});

test('a document gets the rules of the classes and properties in it', () => {
  const critical = createCriticalSheets();
  const text = critical(rules, '<p class="a md:flex"><svg fill="var(--ink)"><path class="box"/></svg>');
  expect(text).toContain('.md\\:flex{');
  expect(text).toContain('.box{');
  expect(text).toContain('--ink:#000');
  expect(text).not.toContain('.toast');
  expect(critical(rules, '<b class="box"></b><b class="a md:flex"></b>var(--ink)')).toBe(text);
});
