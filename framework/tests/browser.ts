/** One Chromium per test process, and pages that record every problem on them. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

/**
 * Chromium features to switch off. The address bar's suggestions, two pages in each window, cost more than half of
 * opening a page. Chromium obeys only the last list, so this list repeats the features that Playwright switches off on
 * Linux.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNUSED_FEATURES}`,
];

/** How long a test may wait for a page, ms: long enough for a busy machine. */
const WAIT_MS = 100_000;

export type TestPage = Page & {
  /** Console errors, uncaught exceptions and policy violations, in order. A test expects none. */
  problems: string[];
};

export type TestBrowser = {
  /** Opens a page in a new profile: no cookies, no cache. */
  open(options?: BrowserContextOptions): Promise<TestPage>;
  /** Closes every open page: one left open would take processor time from the next test. */
  closePages(): Promise<void>;
  /** Closes every page at the end of a file. */
  close(): Promise<void>;
};

/** One browser for all files of a process. It ends with the process, as it reads from its pipe. */
let shared: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: set CHROMIUM to its path.');
  return await chromium.launch({ executablePath, args: FLAGS });
}

/** @throws when there is no Chromium on the machine */
export async function launchBrowser(): Promise<TestBrowser> {
  if (!(await shared)?.isConnected()) shared = launch();
  const browser = await shared!;
  const closePages = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return {
    async open(options = {}) {
      // a service worker would respond before a test's own routes
      const context = await browser.newContext({ serviceWorkers: 'block', ...options });
      context.setDefaultTimeout(WAIT_MS);
      const page = (await context.newPage()) as TestPage;
      page.problems = [];
      page.on('console', (message) => {
        if (message.type() === 'error') page.problems.push(message.text());
      });
      page.on('pageerror', (error) => page.problems.push(String(error)));
      return page;
    },
    closePages,
    close: closePages,
  };
}

/** Waits until every island and behaviour with the strategy `load`, `idle` or `visible` is awake. */
export async function allAwake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('is-land')].every(
      ({ dataset: { islandStatus, on } }) =>
        islandStatus === 'awake' || !['load', 'idle', 'visible'].includes(on!),
    ),
  );
}

/** Holds back every module until the returned function is called, as a slow network would. */
export async function holdModules(page: Page): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  let open = false;
  await page.route('**/assets/*.js', async (route) => {
    if (open) await route.continue();
    else held.push(() => route.continue());
  });
  return async () => {
    open = true;
    for (const go of held) await go();
  };
}
