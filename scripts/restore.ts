/** `npm run restore -- FILE`: restores a backup into an empty database, the embedded one or that of DATABASE_URL. */
import { existsSync } from 'node:fs';
import { restoreBackup } from '#db/backup/read.ts';
import { openDatabase } from '#db/open.ts';
import { loadSettings } from '#services/platform/settings.ts';

const [file, ...rest] = process.argv.slice(2);
if (!file || rest.length > 0) {
  console.error('npm run restore -- FILE    where FILE is what `npm run backup` wrote');
  process.exit(2);
}
try {
  // Checked before openDatabase creates an embedded database.
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const database = await openDatabase(loadSettings());
  try {
    const { tables, bytes } = await restoreBackup(database.sql, file);
    console.log(
      `All ${tables} tables are restored, ${(bytes / 1e6).toFixed(1)} MB of rows. ${database.where}`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
