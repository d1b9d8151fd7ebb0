/** The stages of `npm test` and which of them a filter asks for. */
import { Glob } from 'bun';

export type Stage = {
  name: string;
  /** A command that passes or fails as a whole ... */
  command?: string[];
  /** ... or test files. */
  files?: string[];
  env?: Record<string, string>;
  /** What it needs on the machine. */
  needs?: 'chromium' | 'system PostgreSQL';
  /** Runs at the same time as its neighbours with the same word: they wait, or use one core. */
  together?: 'quick' | 'server' | 'browser';
};

const bun = process.execPath;

/**
 * Every stage, in the order of how soon it tells something.
 * @param onDatabase of the server tests those on a database of either kind; the others run once
 */
export function allStages(files: string[], onDatabase: (file: string) => boolean = () => true): Stage[] {
  const below = (folder: string) => files.filter((file) => file.startsWith(folder));
  const unit = files.filter((file) => !file.startsWith('tests/'));
  const architecture = files.filter((file) => /^tests\/[^/]+$/.test(file));
  const server = below('tests/server/').filter(onDatabase);
  const programs = below('tests/server/').filter((file) => !onDatabase(file));
  return [
    { name: 'types', command: [bun, 'x', '--no-install', 'tsc', '--noEmit', '-p', '.'], together: 'quick' },
    { name: 'lint', command: [bun, 'x', '--no-install', 'biome', 'check', '.'], together: 'quick' },
    { name: 'unused', command: [bun, 'x', '--no-install', 'knip', '--no-progress'], together: 'quick' },
    { name: 'unit', files: unit, together: 'quick' },
    { name: 'architecture', files: architecture, together: 'quick' },
    { name: 'programs', files: programs, together: 'server' },
    { name: 'server', files: server, env: { TEST_DATABASE: 'embedded' }, together: 'server' },
    {
      name: 'server-system',
      files: server,
      env: { TEST_DATABASE: 'system' },
      needs: 'system PostgreSQL',
      together: 'server',
    },
    ...[0, 1].map(
      (half): Stage => ({
        name: `browser-${half + 1}`,
        files: below('tests/browser/').filter((_, i) => i % 2 === half),
        needs: 'chromium',
        together: 'browser',
      }),
    ),
  ];
}

/** All test files of the repository, relative to its root. */
export function testFiles(): string[] {
  const glob = new Glob(
    '{art,core,db,market,components,framework,islands,services,routes,locales,scripts,tests}/**/*.test.{ts,tsx}',
  );
  return [...glob.scanSync('.')].sort();
}

/**
 * The stages `filters` ask for: a stage by its name (`server` means both databases, `browser` both halves), or the
 * files whose path holds the text. No filter means everything.
 */
export function chooseStages(stages: Stage[], filters: string[]): Stage[] {
  if (filters.length === 0) return stages;
  const names = (stage: Stage, filter: string) =>
    stage.name === filter || stage.name.startsWith(`${filter}-`);
  const paths = filters.filter((filter) => !stages.some((stage) => names(stage, filter)));
  return stages.flatMap((stage) => {
    if (filters.some((filter) => names(stage, filter))) return [stage];
    const files = stage.files?.filter((file) => paths.some((path) => file.includes(path)));
    return files?.length ? [{ ...stage, files }] : [];
  });
}

/** The stages with `files` alone; commands look at everything and stay. */
export function keepFiles(stages: Stage[], files: ReadonlySet<string>): Stage[] {
  return stages.flatMap((stage) => {
    if (stage.command) return [stage];
    const some = stage.files?.filter((file) => files.has(file)) ?? [];
    return some.length > 0 ? [{ ...stage, files: some }] : [];
  });
}

/** The stages in groups that run one after the other; the members of a group run at the same time. */
export function groupStages(stages: Stage[]): Stage[][] {
  const groups: Stage[][] = [];
  for (const stage of stages) {
    const last = groups.at(-1);
    if (stage.together && last?.[0]?.together === stage.together) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}
