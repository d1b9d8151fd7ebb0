/** `npm run verify-season -- N`: derives every price and standing of season N again. Exits with 1 at a difference. */
import { openDatabase } from '#db/open.ts';
import { loadSettings } from '#server/settings.ts';
import { verifySeason } from '#server/verify.ts';

const [wanted, ...rest] = process.argv.slice(2);
if (!wanted || !/^[1-9]\d{0,8}$/.test(wanted) || rest.length > 0) {
  console.error('npm run verify-season -- N    where N is the number of a season');
  process.exit(2);
}
try {
  const settings = loadSettings();
  const database = await openDatabase(settings);
  try {
    const { prices, foreign, standings } = await verifySeason(
      { sql: database.sql, settings },
      Number(wanted),
    );
    console.log(
      `Season ${wanted}: ${prices} prices and ${standings} standings checked, all as they should be.`,
    );
    if (foreign > 0) console.log(`${foreign} fills were at prices that are not ours to prove.`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
