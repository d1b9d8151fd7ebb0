/** Where the browser of the browser tests is. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The headless shell first: the same engine without the windows around it, three times as fast to open a page. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The path of a Chromium: CHROMIUM, one on the PATH, or the one Playwright keeps. Undefined when there is none. */
export function findChromium(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/snap/bin'].filter(Boolean);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [process.env.CHROMIUM, ...installed, mac, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}
