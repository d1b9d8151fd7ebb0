import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AssetFile } from '../assets.ts';

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

export function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** `favicon.svg` -> `/assets/favicon-1a2b3c4d.svg`: another content is another URL. */
export function hashedUrl(name: string, bytes: Uint8Array): string {
  const base = name.replace(/^.*\//, '');
  const dot = base.lastIndexOf('.');
  const hash = Bun.hash(bytes).toString(36).slice(0, 8);
  return `/assets/${dot < 0 ? base : base.slice(0, dot)}-${hash}${dot < 0 ? '' : base.slice(dot)}`;
}

/** Writes a file under another name first, so that no reader ever sees half of it. */
export function writeAtomically(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  const side = `${path}.${process.pid}.tmp`;
  writeFileSync(side, bytes);
  renameSync(side, path);
}

/**
 * Writes the files below `out`, text ones also compressed as far as brotli and gzip go (not in development:
 * it takes a second). A file that is there already is left alone: its name is its content.
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

/** Removes what earlier builds left. */
export function removeOthers(out: string, files: AssetFile[]): void {
  const names = new Set(files.map(({ url }) => url.replace('/assets/', '')));
  for (const name of readdirSync(join(out, 'assets'))) {
    if (!names.has(name.replace(/\.(br|gz)$/, '')) && !name.endsWith('.tmp')) {
      rmSync(join(out, 'assets', name), { force: true });
    }
  }
}
