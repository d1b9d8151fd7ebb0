/** The server of `npm run dev`: reads its modules while the browser's half is still being built; starts when told. */
import { run } from '../main.ts';

for await (const _line of console) await run();
// nobody is left to tell it anything: what started it is gone
process.kill(process.pid, 'SIGTERM');
