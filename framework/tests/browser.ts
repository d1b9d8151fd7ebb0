/** One Chromium per process of test files, and pages that remember everything that went wrong on them. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

/**
 * The suggestions of Chromium's address bar, two pages of their own in each window, are more than half of what opening a page costs.
 * The last list of features counts, so the others are those Playwright switches off on Linux.
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

/** ms a page may keep a test waiting: it ends what hangs, on a machine with much else to do as well. */
const WAIT_MS = 100_000;

export type TestPage = Page & {
  /** Console errors, uncaught exceptions and policy violations, in order. Empty is what a test wants. */
  problems: string[];
};

export type TestBrowser = {
  /** A page in a profile of its own: no cookies, no cache. */
  open(options?: BrowserContextOptions): Promise<TestPage>;
  /** Closes every page that is open: one left behind would go on taking time from the next test, and news. */
  closePages(): Promise<void>;
  /** Closes every page at the end of a file. */
  close(): Promise<void>;
};

/** One for all files of a process; it ends with the process, whose pipe it reads. */
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
      // a service worker would answer pages before a test's own routes do
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

/** Waits until everything on the page that wakes by itself is awake. */
export async function allAwake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('is-land')].every(
      ({ dataset: { islandStatus, on } }) =>
        islandStatus === 'awake' || !['load', 'idle', 'visible'].includes(on!),
    ),
  );
}

/** Holds back every module until told to let go: a slow network, without a clock. */
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
