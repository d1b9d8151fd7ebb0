import { expect, test } from 'bun:test';
import { joined, type Pieces } from './http/pieces.ts';
import { fillSlots, slot, withSlots } from './shared-document.ts';

const page = (name: string) => ({
  html: `<p title="${slot('title')}">שלום ${name}, ${slot('place')} of 9</p>${slot('place')}`,
  policy: `script-src 'nonce-${slot('nonce')}'`,
});
const text = (html: Pieces) => Buffer.from(joined(html)).toString();

test('slots are filled wherever they stand, those without a value are empty', () => {
  const document = withSlots(page('ann'));
  const { html, policy } = fillSlots(document, { place: '<b>3</b>' }, 'xyz');
  expect(text(html)).toBe('<p title="">שלום ann, <b>3</b> of 9</p><b>3</b>');
  expect(policy).toBe("script-src 'nonce-xyz'");
  expect(text(fillSlots(document, { title: '$&' }, null).html)).toBe('<p title="$&">שלום ann,  of 9</p>');
});
