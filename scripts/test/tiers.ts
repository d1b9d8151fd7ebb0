/**
 * The table of tests, and when each runs.
 *
 * - `quick`: with `npm test`.
 * - `reached`: with `npm test -- all`, and with `npm test -- changed` when the change reaches it.
 * - `whole`: with `npm test -- all` only: tests repeated in a second setting, and programs that take minutes.
 *
 * docs/tests.md describes the stages.
 */
export type Tier = 'quick' | 'reached' | 'whole';

export type Row = {
  name: string;
  tier: Tier;
  /** A command, which is one test unless it prints several results. */
  command?: string[];
  /** True for a test file of this stage; for stages without a command. */
  files?: (file: string, isOnDatabase: boolean) => boolean;
  /** True for files that wait for servers, databases and browsers: several processes share them. */
  isApart?: boolean;
  /** Usual seconds of one file, with `isApart`. */
  seconds?: number;
  env?: Record<string, string>;
  /** A program that the tests need on the machine. */
  needs?: 'chromium' | 'system PostgreSQL';
};

const bun = process.execPath;
/** Stores the results of a type check in the build's folder, which makes the next one three times as fast. */
const TYPES = ['--incremental', '--tsBuildInfoFile', '.build/types.tsbuildinfo'];
const TSC = [bun, 'x', '--no-install', 'tsc', '--noEmit', '-p', '.', ...TYPES];

// biome-ignore format: a table
export const TABLE: readonly Row[] = [
  { name: 'types',         tier: 'quick',   command: TSC },
  { name: 'lint',          tier: 'quick',   command: [bun, 'x', '--no-install', 'biome', 'check', '.'] },
  { name: 'unused',        tier: 'quick',   command: [bun, 'x', '--no-install', 'knip', '--no-progress'] },
  { name: 'cluster',       tier: 'whole',   command: [bun, 'lab/cluster/main.ts', '--short'] },
  { name: 'faults',        tier: 'whole',   command: [bun, 'lab/faults/main.ts', '--short'] },
  { name: 'unit',          tier: 'quick',   files: isUnit },
  { name: 'unit-long',     tier: 'reached', files: isLongUnit },
  { name: 'architecture',  tier: 'quick',   files: (file) => /^tests\/[^/]+$/.test(file) },
  { name: 'pages',         tier: 'quick',   files: isQuickPage,     isApart: true, seconds: 20, needs: 'chromium' },
  { name: 'browser',       tier: 'reached', files: isOtherBrowser,  isApart: true, seconds: 25, needs: 'chromium' },
  { name: 'programs',      tier: 'reached', files: isProgram,       isApart: true, seconds: 3 },
  { name: 'server',        tier: 'quick',   files: isQuickServer,   isApart: true, seconds: 6, env: { TEST_DATABASE: 'embedded' } },
  { name: 'server-long',   tier: 'reached', files: isLongServer,    isApart: true, seconds: 20, env: { TEST_DATABASE: 'embedded' } },
  { name: 'server-system', tier: 'whole',   files: isOnBothKinds,   isApart: true, seconds: 9, env: { TEST_DATABASE: 'system' }, needs: 'system PostgreSQL' },
];

/** Browser tests: every page once, English on a desktop and Hebrew on a phone, and the most common flows. */
const QUICK_PAGES = filesOf('tests/browser', 'flows pages-en pages-he');

/**
 * Unit tests of many seconds: the tape over years and many seeds, the browser's proof of whole seasons, a dozen builds.
 * `npm test -- changed` runs them when a change reaches them.
 */
const LONG_UNIT = new Set([
  ...filesOf('market/simulated', 'facts fairness growth'),
  ...filesOf('islands/check', 'prove'),
  ...filesOf('framework/build', 'build'),
]);

/**
 * The longest server tests: they start whole servers, cut off the database, Redis or the mail server, run several processes, or
 * send every bad input. `npm test -- changed` runs them when a change reaches them.
 */
const LONG_SERVER = filesOf(
  'tests/server',
  `
  admin-command announcement-mails backup badinput binary budgets database-access database-embedded database-faults
  database-migrate database-place database-storm discord-posts first-start fmp-round game-forgeries game-processes
  guesses leases loop-delay notification-mail nu orders-proof orders-time outage page-styles processes realtime recovery
  redis-away retention season-bundle season-chain season-terms seeds split-check start volume-limit weights
`,
);

/**
 * Server tests that run on the embedded database only, although they need a database of either kind: every statement
 * of the product that these tests send is also sent by a file that runs on both kinds. Files not named here run on both
 * (docs/tests.md).
 */
export const ONE_KIND = filesOf(
  'tests/server',
  `
  accounts admin-command badinput binary bought-margin budgets competition desk dock drain error-test
  far-prints first-start fmp-hours fmp-market fmp-orders fmp-redis fmp-round fmp-stream frames game-forgeries
  games guesses hidden hosts languages league-desk long-only loop-delay market market-replay messages names
  next notification-mail nu openapi operations opposite-days orders-proof orders-terms orders-time
  page-styles practice prize-pages profile ratelimit realtime redis-away redis-bus retention rules screener
  season-bundle season-entry season-table seasons second-factor security-log seeds shop short-worth sockets
  start start-npm still-pages terms-form trading-http verify visitors weights
`,
);

/** Every file named in a list above; a test checks that each exists. */
export const NAMED_FILES = [...QUICK_PAGES, ...LONG_UNIT, ...LONG_SERVER, ...ONE_KIND];

/** @param names test files in `folder`, without extensions, separated by blanks */
function filesOf(folder: string, names: string): ReadonlySet<string> {
  return new Set(
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${folder}/${name}.test.ts`),
  );
}

function isUnit(file: string): boolean {
  return !file.startsWith('tests/') && !file.startsWith('framework/tests/') && !isLongUnit(file);
}

function isLongUnit(file: string): boolean {
  return LONG_UNIT.has(file);
}

function isBrowser(file: string): boolean {
  return /^(framework\/)?tests\/browser\//.test(file);
}

function isQuickPage(file: string): boolean {
  return QUICK_PAGES.has(file);
}

function isOtherBrowser(file: string): boolean {
  return isBrowser(file) && !QUICK_PAGES.has(file);
}

function isProgram(file: string, isOnDatabase: boolean): boolean {
  if (file.startsWith('framework/tests/')) return !isBrowser(file);
  return file.startsWith('tests/server/') && !isOnDatabase;
}

function isServer(file: string, isOnDatabase: boolean): boolean {
  return file.startsWith('tests/server/') && isOnDatabase;
}

function isQuickServer(file: string, isOnDatabase: boolean): boolean {
  return isServer(file, isOnDatabase) && !LONG_SERVER.has(file);
}

function isLongServer(file: string, isOnDatabase: boolean): boolean {
  return isServer(file, isOnDatabase) && LONG_SERVER.has(file);
}

function isOnBothKinds(file: string, isOnDatabase: boolean): boolean {
  return isServer(file, isOnDatabase) && !ONE_KIND.has(file);
}
