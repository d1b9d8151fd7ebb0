/** Serves the files of the build from memory. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StoredEncoding, storedEncoding } from './http/compress.ts';
import { hasVersion } from './http/response.ts';
import type { SheetRule } from './sheet.ts';

/** The contents of `assets.json`, which the build writes for the server. All URLs are root-relative. */
export type AssetManifest = {
  /** A hash of the sources and of the mode, development or production. */
  revision: string;
  /**
   * By the name of an island or behaviour. `src`: the URL of its code, for some behaviours with `#export` appended.
   * `closure`: the URLs of all scripts it needs. `later`: those of a behaviour's `import()`s after the first.
   */
  islands: Record<string, { src: string; closure: string[]; later: string[] }>;
  /** The script inlined in pages with islands or behaviours, and its hash for the content security policy. */
  loader: { code: string; hash: string };
  styles: {
    /** All rules of the site's style sheet. */
    rules: SheetRule[];
    /**
     * The style sheet of each route file ('' for pages without a route): its URL, and the indices of its rules in
     * `rules`.
     */
    routes: Record<string, { url: string; rules: number[] }>;
    /**
     * The fonts: URL, `@font-face` rule, the rule for a page whose browser may not have the font yet, and the
     * characters that need the font, as the inside of a regular expression's character class.
     */
    fonts: { url: string; rule: string; firstRule: string; letters: string }[];
    /** The `@font-face` rules of the fallback fonts. */
    standIns: string;
  };
  /** Path of a file of `static/`, of a generated file or of a worker -> URL. */
  statics: Record<string, string>;
  /** Development only: the module that reloads the page and checks the markup. */
  dev: string | null;
  files: AssetFile[];
};

export type AssetFile = { url: string; type: string; compressed: boolean };

const FOREVER = 'public, max-age=31536000, immutable';
const PLAIN_NAME = 'public, max-age=3600';

type LoadedAsset = {
  body: Record<StoredEncoding, Uint8Array<ArrayBuffer>>;
  type: string;
  etag: string;
  cache: string;
};

export type Assets = AssetManifest & {
  /**
   * Returns the response for an asset's URL or for a static file's plain name, a 304 when the client has it; null for
   * any other path.
   */
  serve(request: Request, path: string): Response | null;
};

/** Reads the build in `out` into memory, so that a request needs no disk access. @throws when there is no build */
export function loadAssets(out: string): Assets {
  const file = join(out, 'assets.json');
  if (!existsSync(file)) throw new Error(`There is no build in ${out}: run \`npm run build\` first.`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as AssetManifest;
  const loaded = new Map<string, LoadedAsset>();
  for (const { url, type, compressed } of manifest.files) {
    const path = join(out, url);
    const identity = new Uint8Array(readFileSync(path));
    const read = (suffix: string) => (compressed ? new Uint8Array(readFileSync(path + suffix)) : identity);
    // a compressed file has a weak tag, because its bodies in several codings share the tag
    const etag = `${compressed ? 'W/' : ''}"${url.slice(url.lastIndexOf('/') + 1)}"`;
    loaded.set(url, { body: { identity, br: read('.br'), gzip: read('.gz') }, type, etag, cache: FOREVER });
  }
  // Browsers request these files by their plain names too (/favicon.ico). A later build may change their content.
  for (const [name, url] of Object.entries(manifest.statics)) {
    const target = loaded.get(url);
    if (target) loaded.set(`/${name}`, { ...target, cache: PLAIN_NAME });
  }

  return {
    ...manifest,
    serve(request, path) {
      const hit = loaded.get(path);
      return hit ? respond(hit, request) : null;
    },
  };
}

function respond(asset: LoadedAsset, request: Request): Response {
  const isCompressible = asset.body.br !== asset.body.identity;
  const encoding = isCompressible ? storedEncoding(request) : 'identity';
  const headers: Record<string, string> = {
    'content-type': asset.type,
    'cache-control': asset.cache,
    etag: asset.etag,
    // Other sites cannot embed these files.
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  if (isCompressible) headers.vary = 'accept-encoding';
  if (hasVersion(request, asset.etag)) return new Response(null, { status: 304, headers });
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return new Response(asset.body[encoding], { headers });
}
