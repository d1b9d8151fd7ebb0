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

/**
 * The path of a Chromium: the one CHROMIUM names, as a path or a program on the PATH, else one on the PATH, else the
 * one Playwright keeps. Undefined when there is none.
 * @throws when what CHROMIUM names is not there: another browser in its place would test something else
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
