/** Requests to Discord, and the times of retries. */
import { expect, test } from 'bun:test';
import { discordMessage, plainForDiscord, waitMs } from './discord-posts.ts';

test.each([
  ['@everyone', '\\@everyone'],
  ['**x**', '\\*\\*x\\*\\*'],
  ['<@123> `a` ~~b~~ ||c|| > d', '\\<\\@123\\> \\`a\\` \\~\\~b\\~\\~ \\|\\|c\\|\\| \\> d'],
  ['[text](https://a.example/b_c)', '\\[text\\]\\(https://a.example/b_c)'],
  ['a_b\\c', 'a\\_b\\\\c'],
  ['שלום 5', 'שלום 5'],
])('%s formats nothing', (text, plain) => expect(plainForDiscord(text)).toBe(plain));

test('a message calls nobody and keeps to the limits of an embed', () => {
  const post = { title: 'x'.repeat(300), lines: ['*'.repeat(3_000)], url: 'https://a.example/', image: 'i' };
  const { embeds, allowed_mentions } = discordMessage(post);
  expect(allowed_mentions).toEqual({ parse: [] });
  expect(embeds[0]!.title).toHaveLength(256);
  expect(embeds[0]!.description).toHaveLength(4096);
});

test('attempts wait for what Discord says, else longer each time, five minutes at most', () => {
  expect(waitMs(1, '1.5')).toBe(1_500);
  expect(waitMs(9, '0')).toBe(0);
  expect(['7200', 'Infinity'].map((seconds) => waitMs(1, seconds))).toEqual([3_600_000, 3_600_000]);
  expect([1, 2, 3, 9].map((tries) => waitMs(tries, null))).toEqual([10_000, 20_000, 40_000, 300_000]);
  expect(waitMs(1, 'soon')).toBe(10_000);
});
