import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { ProfileNotFound } from './ProfilePage.tsx';

test('without a profile the page says so', () => {
  expect(textOf(draw(<ProfileNotFound />))).toStartWith('Profile Not Found');
});
