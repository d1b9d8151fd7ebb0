/** `npm run build:binary -- FILE`: builds the server as one file that needs neither Node nor node_modules. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '#framework/build/build.ts';

const ROOT = join(import.meta.dir, '..');
/** Folders that the server reads at run time. */
const FOLDERS = ['.build', 'locales', 'db/migrations'];
const PACKED = '.build/resources.gz';

const out = process.argv[2] ?? 'paperpit';
await build();
const files: Record<string, string> = {};
for (const folder of FOLDERS)
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (path === PACKED || path.startsWith('.build/dev') || !statSync(join(ROOT, path)).isFile()) continue;
    files[path] = readFileSync(join(ROOT, path)).toString('base64');
  }
await Bun.write(join(ROOT, PACKED), Bun.gzipSync(new TextEncoder().encode(JSON.stringify(files))));
const result = await Bun.build({
  entrypoints: [join(ROOT, 'scripts/binary.ts')],
  compile: { outfile: out },
  minify: { syntax: true, whitespace: true },
  // Identifiers are not minified, so that names in log lines stay readable.
  sourcemap: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
}).catch((error: AggregateError) => {
  console.error(error.errors?.map(String).join('\n') || String(error));
  process.exit(1);
});
if (!result.success) process.exit(1);
console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(0)} MB, ${Object.keys(files).length} files in it.`);
