import { afterEach, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#framework/tests/chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'paperpit-chromium-'));
for (const name of ['chromium', 'chromium-headless-shell', 'own']) {
  writeFileSync(join(folder, name), '');
  chmodSync(join(folder, name), 0o755);
}
const { CHROMIUM, PATH } = process.env;
afterEach(() => {
  for (const [name, value] of Object.entries({ CHROMIUM, PATH })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test('the headless shell first, or the browser CHROMIUM names: a path or a program', () => {
  process.env.PATH = folder;
  delete process.env.CHROMIUM;
  expect(findChromium()).toBe(join(folder, 'chromium-headless-shell'));
  process.env.CHROMIUM = 'chromium';
  expect(findChromium()).toBe(join(folder, 'chromium'));
  process.env.CHROMIUM = join(folder, 'own');
  expect(findChromium()).toBe(join(folder, 'own'));
  rmSync(folder, { recursive: true });
});

test('one that is not there is no reason to take another', () => {
  process.env.CHROMIUM = join(folder, 'none');
  expect(findChromium).toThrow(`CHROMIUM is ${join(folder, 'none')}`);
});
