/** Finds the browser for the browser tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The headless shell comes first: the same engine without windows, it opens a page three times as fast. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * Returns the path of a Chromium: by CHROMIUM, which is a path or the name of a program on the PATH, else the first of
 * NAMES on the PATH, else Google Chrome of macOS, else Playwright's browser. Undefined when there is none.
 * @throws when CHROMIUM names a missing program: a test must not run in another browser
 */
export function findChromium(): string | undefined {
  const setting = process.env.CHROMIUM;
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/snap/bin'].filter(Boolean);
  const onPath = (name: string) => folders.map((folder) => join(folder, name));
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const named = (name: string) => (name.includes('/') ? [name] : onPath(name));
  const places = setting ? named(setting) : [...NAMES.flatMap(onPath), mac, chromium.executablePath()];
  const executable = places.find((path) => existsSync(path));
  if (setting && !executable)
    throw new Error(`CHROMIUM is ${setting}, and no such program is on this machine.`);
  return executable;
}
