/** A program that uses the embedded database of a folder: embedded-process.ts KIND FOLDER. Exits when its input ends. */
import { connect } from '#db/client.ts';
import { type Kind, startServer } from './postgres.ts';

const [kind, folder] = process.argv.slice(2) as [Kind, string];
const server = await startServer(kind, folder, {});
const sql = connect(server.target, { max: 1 });

/** Responds to each line of input with one line. */
for await (const line of console) {
  if (line === 'state') {
    console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted, data: server.data }));
    continue;
  }
  try {
    console.log(JSON.stringify([...(await sql.unsafe(line))]));
  } catch (error) {
    console.log(JSON.stringify({ error: error instanceof Error ? error.message : `${error}` }));
  }
}
await sql.end();
await server.stop();
