/**
 * The entry of the one-file build: unpacks the built pages, texts and migrations into a temporary folder, then starts
 * the server. `paperpit backup FILE` and the other names in COMMANDS run the command of that name instead.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
// @ts-expect-error: written by scripts/build-binary.ts
import packed from '../.build/resources.gz' with { type: 'file' };

const COMMANDS: Record<string, () => Promise<unknown>> = {
  admin: () => import('./admin.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'verify-season': () => import('./verify-season.ts'),
};

/** Unpacks the files into a folder that only this user of the machine may change. @returns the folder */
async function unpack(): Promise<string> {
  const bytes = await Bun.file(packed as string).bytes();
  const folder = mkdtempSync(join(tmpdir(), 'paperpit-files-'));
  const files = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(bytes))) as Record<string, string>;
  for (const [name, base64] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), Buffer.from(base64, 'base64'));
  }
  return folder;
}

const folder = await unpack();
process.env.PAPERPIT_FILES = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [name] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];
if (name !== undefined && !command) {
  console.error(`paperpit, or paperpit ${Object.keys(COMMANDS).join(' | ')}`);
  process.exit(2);
}
if (command) {
  process.argv.splice(2, 1);
  await command();
} else await (await import('../main.ts')).run();
