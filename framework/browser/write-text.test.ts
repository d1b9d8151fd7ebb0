import { expect, test } from 'bun:test';
import { writeText } from './write-text.ts';

test('a text changes in its node, also from and to an empty one', () => {
  const element = document.createElement('p');
  writeText(element, 'one');
  const node = element.firstChild;
  for (const text of ['two', '', 'three']) {
    writeText(element, text);
    expect(element.textContent).toBe(text);
    expect(element.firstChild).toBe(node);
  }
});

test('other content gives way to the text', () => {
  const element = document.createElement('p');
  element.innerHTML = 'one <b>two</b>';
  writeText(element, 'three');
  expect(element.innerHTML).toBe('three');
});
