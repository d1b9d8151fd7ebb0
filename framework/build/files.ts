/** The files that the build writes: names, types, compression. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AssetFile } from '../assets.ts';

export const REPOSITORY = resolve(import.meta.dir, '../..');

export type OutputFile = { url: string; type: string; bytes: Uint8Array };

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Returns the URL of a file with its content's hash: `favicon.svg` becomes `/assets/favicon-1a2b3c4d.svg`. */
function hashedUrl(name: string, bytes: Uint8Array): string {
  const base = name.replace(/^.*\//, '');
  const dot = base.lastIndexOf('.');
  const hash = Bun.hash(bytes).toString(36).slice(0, 8);
  return `/assets/${dot < 0 ? base : base.slice(0, dot)}-${hash}${dot < 0 ? '' : base.slice(dot)}`;
}

/** Returns a file for the browser with its content's hash in its URL. @param name decides URL and type */
export const outputFile = (name: string, bytes: Uint8Array): OutputFile => ({
  url: hashedUrl(name, bytes),
  type: typeOf(name),
  bytes,
});

/** Writes a file under another name and renames it, so that no reader sees half of it. */
export function writeAtomically(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  const side = `${path}.${process.pid}.tmp`;
  writeFileSync(side, bytes);
  renameSync(side, path);
}

/**
 * Writes the files below `out`, and text files of more than 100 bytes also compressed at the highest level (not in
 * development: it takes a second). An existing file is not written again: its name has its content's hash.
 */
export async function writeAssets(out: string, files: OutputFile[], dev: boolean): Promise<AssetFile[]> {
  return Promise.all(
    files.map(async ({ url, type, bytes }) => {
      const path = join(out, url);
      const shouldCompress = !dev && /^(text|application)\/|svg/.test(type) && bytes.byteLength > 100;
      if (!existsSync(path)) writeAtomically(path, bytes);
      if (shouldCompress && !existsSync(`${path}.br`)) {
        writeAtomically(
          `${path}.br`,
          await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        );
      }
      if (shouldCompress && !existsSync(`${path}.gz`))
        writeAtomically(`${path}.gz`, await gz(bytes, { level: 9 }));
      return { url, type, compressed: shouldCompress };
    }),
  );
}

/** Removes the files of earlier builds. */
export function removeOthers(out: string, files: AssetFile[]): void {
  const names = new Set(files.map(({ url }) => url.replace('/assets/', '')));
  for (const name of readdirSync(join(out, 'assets'))) {
    if (!names.has(name.replace(/\.(br|gz)$/, '')) && !name.endsWith('.tmp')) {
      rmSync(join(out, 'assets', name), { force: true });
    }
  }
}
