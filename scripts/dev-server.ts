/** The server of `npm run dev`: imports its modules during the browser build, and starts at the first line on standard input. */
import { join } from 'node:path';
import { Glob } from 'bun';
import { run } from '../main.ts';

const ROUTES = join(import.meta.dir, '../routes');
// Scans the folder, because the build may be rewriting the list of routes. A failed import fails again at the start, with its reason.
const routes = [...new Glob('**/*.{ts,tsx}').scanSync(ROUTES)].filter((file) => !file.includes('.test.'));
await Promise.allSettled(routes.map((file) => import(join(ROUTES, file))));

for await (const _line of console) await run();
// Standard input has closed: the parent process has ended.
process.kill(process.pid, 'SIGTERM');
