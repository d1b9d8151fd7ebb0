/** The server of `npm run dev`: reads its modules while the browser's half is still being built; starts when told. */
import { join } from 'node:path';
import { Glob } from 'bun';
import { run } from '../main.ts';

const ROUTES = join(import.meta.dir, '../routes');
// Not by their list, which the build may just be writing; one that fails tells why when the server starts.
const routes = [...new Glob('**/*.{ts,tsx}').scanSync(ROUTES)].filter((file) => !file.includes('.test.'));
await Promise.allSettled(routes.map((file) => import(join(ROUTES, file))));

for await (const _line of console) await run();
// nobody is left to tell it anything: what started it is gone
process.kill(process.pid, 'SIGTERM');
