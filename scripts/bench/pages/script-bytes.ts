/** What a page's scripts weigh. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { allAwake } from '#tests/helpers/browser.ts';

/** A page with islands may load this much script, compressed. */
export const SCRIPT_BYTES = 75 * 1024;

/** Bytes (brotli) of all scripts of an open page once its islands are awake: files and what is inline. */
export async function scriptBytes(page: Page): Promise<number> {
  await allAwake(page);
  const { files, inline } = await page.evaluate(() => ({
    files: performance
      .getEntriesByType('resource')
      .map((each) => each.name)
      .filter((name) => new URL(name).pathname.endsWith('.js')),
    inline: [...document.scripts].filter((each) => !each.src && !each.type).map((each) => each.text),
  }));
  let sum = 0;
  for (const file of new Set(files)) {
    const response = await fetch(file, { headers: { 'accept-encoding': 'br' }, decompress: false });
    if (!response.ok) throw new Error(`${file} answered ${response.status}`);
    sum += (await response.arrayBuffer()).byteLength;
  }
  return sum + inline.reduce((all, text) => all + brotliCompressSync(text).byteLength, 0);
}
