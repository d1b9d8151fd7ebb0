import { beforeEach, expect, test } from 'bun:test';
import { morph } from './morph.ts';

let place: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = '<div></div>';
  place = document.body.firstElementChild as HTMLElement;
});

/** Shows `before`, then makes it look like `after` the way a fetched page does. */
function change(before: string, after: string): void {
  place.innerHTML = before;
  const fresh = new DOMParser().parseFromString(`<div>${after}</div>`, 'text/html');
  morph(place, fresh.body.firstElementChild!);
}

test('only what differs is touched: the same elements stay, with focus and typed text', () => {
  place.innerHTML = '<p class="a">1 <a href="/x">link</a></p><input value="old">';
  const [link, input] = [place.querySelector('a')!, place.querySelector('input')!];
  link.focus();
  input.value = 'typed';
  const fresh = new DOMParser().parseFromString(
    '<div><p class="b" title="t">2 <a href="/y">link</a></p><input value="new"></div>',
    'text/html',
  );
  morph(place, fresh.body.firstElementChild!);
  expect(place.innerHTML).toBe('<p class="b" title="t">2 <a href="/y">link</a></p><input value="new">');
  expect(place.querySelector('a')).toBe(link);
  expect(document.activeElement).toBe(link);
  expect(input.value).toBe('typed');
});

test('another structure replaces what is there', () => {
  change('<p>1</p>', '<p>1</p><p>2</p>');
  expect(place.innerHTML).toBe('<p>1</p><p>2</p>');
  change('<p>1</p>', '<table><tbody><tr><td>1</td></tr></tbody></table>');
  expect(place.querySelector('td')?.textContent).toBe('1');
  change('<p>1</p>text', '');
  expect(place.innerHTML).toBe('');
});

test('attributes that are gone go', () => {
  change('<button disabled="" class="x">a</button>', '<button>a</button>');
  expect(place.innerHTML).toBe('<button>a</button>');
});

test('an island is left to itself', () => {
  change('<is-land data-island="A"><b>live</b></is-land>', '<is-land data-island="A"><b>drawn</b></is-land>');
  expect(place.innerHTML).toContain('live');
});
