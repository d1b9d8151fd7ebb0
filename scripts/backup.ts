/** `npm run backup -- FILE`: writes the whole database into one file, while servers keep running. */
import { writeBackup } from '#db/backup/write.ts';
import { openDatabase } from '#db/open.ts';
import { loadSettings } from '#services/platform/settings.ts';

const [file, ...rest] = process.argv.slice(2);
if (!file || rest.length > 0) {
  console.error('npm run backup -- FILE    where FILE is a new file, like paperpit.backup');
  process.exit(2);
}
try {
  const database = await openDatabase(loadSettings(), { create: false });
  try {
    const { tables, bytes } = await writeBackup(database.sql, file, new Date());
    console.log(
      `${file} has all ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB of rows. ${database.where}`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
