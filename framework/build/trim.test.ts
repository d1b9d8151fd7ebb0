import { expect, test } from 'bun:test';
import { trim } from './trim.ts';

const PACKAGE = `
class Api {
  constructor(inner) { this.inner = inner; }
  used() { return this.inner.deep(); }
  unused() { return this.inner.lonely(); }
  toString() { return 'api'; }
  get ['computed']() { return 1; }
}
class Inner { deep() { return named['text'](); } lonely() { return this.lonely(); } get value() { return 1; } }
const named = { text: () => 2 };
class List { text() {} other() {} }
function make() { return new Api(new Inner()); }
function forgotten() { return make().unused(); }
export { make as create, forgotten as lost };
`;

test('methods whose names are read nowhere are left out, also those that only call each other', () => {
  const text = trim(PACKAGE, ['create', 'used']);
  for (const code of ['used()', 'deep()', 'toString()', "['computed']", 'text()', 'constructor('])
    expect(text).toContain(code);
  for (const gone of ['unused() {', 'lonely() {', 'get value', 'other() {']) expect(text).not.toContain(gone);
});

test('what the site names stays, with all it calls', () => {
  const text = trim(PACKAGE, ['create', 'unused', 'value']);
  for (const code of ['unused() {', 'lonely() {', 'get value']) expect(text).toContain(code);
  expect(trim(PACKAGE, ['lost'])).toContain('unused() {');
});
