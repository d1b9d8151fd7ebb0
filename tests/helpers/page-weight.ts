/** The weight of a page before the first touch, counted over HTTP from the files that its document names. */
import { brotliCompressSync } from 'node:zlib';
import type { Client } from './client.ts';

/** Bytes as sent to a browser that accepts Brotli; counts of files and elements. */
export type Weight = {
  /** The document without its styles and its inline scripts. */
  html: number;
  /** Inline rules, which block the first paint. */
  styles: number;
  /** The file with the route's other rules, if an island that wakes without a touch fetches it. */
  sheet: number;
  /** Inline scripts, and modules fetched before the first touch on a slow device. */
  script: number;
  fonts: number;
  /** The document and the files it fetches; not the scripts' calls of the API. */
  requests: number;
  elements: number;
};

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const INLINE_SCRIPT = /<script(?![^>]* type=)[^>]*>([\s\S]*?)<\/script>/g;
const FACE = /@font-face\{[^}]*src:url\(([^)]+)\)[^}]*unicode-range:([^}]+)\}/g;
/** Matches islands that do not wake before the reader does something. */
const WAITS = /^(spare|interaction|event:)/;

const brotli = (text: string) => (text ? brotliCompressSync(text).length : 0);

/**
 * @param files of the client's site; pass one for many pages
 * @returns null when the reader does not get the page
 */
export async function weighPage(
  client: Client,
  path: string,
  files = createFiles(client.url),
): Promise<Weight | null> {
  const cookie = [...client.cookies].filter(([name]) => name !== 'css').map((pair) => pair.join('='));
  const { status, text } = await client.get(path, {
    accept: 'text/html',
    cookie: [...cookie, 'chartw=360'].join('; '),
  });
  if (status !== 200) return null;
  const inlineStyles = textsOf(text, STYLE);
  const inlineScripts = textsOf(text, INLINE_SCRIPT);
  const scripts = await files.closure(modulesOf(text, inlineScripts));
  const fonts = fontsOf(text, inlineStyles);
  const sheet = hostsOf(text).some(bringsSheet) && /<style[^>]* data-sheet="([^"]+)"/.exec(text)?.[1];
  const pictures = picturesOf(text);
  const weigh = async (urls: readonly string[]) =>
    (await Promise.all(urls.map(files.bytes))).reduce((sum, bytes) => sum + bytes, 0);
  return {
    html: brotli(withoutNonce(text.replace(STYLE, '').replace(INLINE_SCRIPT, ''))),
    styles: brotli(inlineStyles),
    sheet: sheet ? await files.bytes(sheet) : 0,
    script: brotli(inlineScripts) + (await weigh(scripts)),
    fonts: await weigh(fonts),
    requests: 1 + scripts.length + fonts.length + pictures.length + (sheet ? 1 : 0),
    elements: withoutTemplates(text).match(/<[a-z]/gi)?.length ?? 0,
  };
}

const textsOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text]) => text!).join('');

/** Removes the nonce, which differs each time and does not compress. */
const withoutNonce = (html: string) => html.replace(/ nonce="[^"]*"/g, '');

const withoutTemplates = (html: string) =>
  withoutNonce(html)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '<$1>')
    .replace(/<template\b[^>]*>[\s\S]*?<\/template>/g, '<template>');

type Host = { on: string; src: string; isBehaviour: boolean; isStyled: boolean };

/** Returns islands and behaviours that wake before a touch. */
function hostsOf(html: string): Host[] {
  const all = Array.from(html.matchAll(/<is-land\b[^>]*>/g), ([host]): Host => {
    const read = (name: string) => new RegExp(` data-${name}="([^"]*)"`).exec(host)?.[1];
    return {
      on: read('on') ?? '',
      src: read('src')!,
      isBehaviour: read('behaviour') !== undefined,
      isStyled: read('styled') !== undefined,
    };
  });
  return all.filter(({ on }) => !WAITS.test(on));
}

/** True for a host that fetches the sheet; the same rule as in framework/browser/wake.ts. */
const bringsSheet = ({ on, isBehaviour, isStyled }: Host) => !isBehaviour || (on !== 'idle' && !isStyled);

/** Returns modules that the document names or that its loader imports before a touch. */
function modulesOf(html: string, loader: string): string[] {
  const roots = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url]) => url!);
  for (const { src, isBehaviour } of hostsOf(html)) {
    roots.push(src.split('#')[0]!);
    if (!isBehaviour) roots.push(/\/assets\/hydrate-[\w-]+\.js/.exec(loader)![0]);
  }
  return roots;
}

/** Returns font files whose range has a character of the page's text. */
function fontsOf(html: string, styles: string): string[] {
  const text = html.replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, '');
  const points = new Set([...text].map((letter) => letter.codePointAt(0)!));
  const faces = [...styles.matchAll(FACE)]
    .filter(([, , ranges]) =>
      ranges!.split(',').some((range) => {
        const [from = 0, to = from] = range
          .replace(/^U\+/i, '')
          .split('-')
          .map((part) => Number.parseInt(part, 16));
        return [...points].some((point) => point >= from && point <= to);
      }),
    )
    .map(([, url]) => url!);
  // a face may occur once for each width of the window
  return [...new Set(faces)];
}

/** Returns the pictures, each once, without lazy ones, which load only when they come into view. */
function picturesOf(html: string): string[] {
  const images = [...html.matchAll(/<img\b[^>]*>/g)].map(([image]) => image);
  const urls = images
    .filter((image) => !image.includes('loading="lazy"'))
    .map((image) => / src="([^"]+)"/.exec(image)?.[1])
    .filter((url): url is string => url !== undefined && !url.startsWith('data:'));
  return [...new Set(urls)];
}

/** Reads files of the site, each once. */
export function createFiles(base: string) {
  const bytes = once(async (url: string): Promise<number> => {
    const answer = await fetch(base + url, { headers: { 'accept-encoding': 'br' }, decompress: false });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  });
  const importsOf = once(async (url: string): Promise<string[]> => {
    const code = await (await fetch(base + url)).text();
    return [...code.matchAll(/(?:from|import)\s*["'](?:\.|\/assets)\/([\w.-]+\.js)["']/g)].map(
      ([, name]) => `/assets/${name}`,
    );
  });
  return {
    bytes,
    /** Returns `roots` and all their static imports. */
    async closure(roots: readonly string[]): Promise<string[]> {
      const counted = new Set<string>();
      const visit = async (url: string): Promise<void> => {
        if (counted.has(url)) return;
        counted.add(url);
        for (const next of await importsOf(url)) await visit(next);
      };
      for (const root of roots) await visit(root);
      return [...counted];
    },
  };
}

function once<T>(read: (url: string) => Promise<T>): (url: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (url) => {
    const answer = answers.get(url) ?? read(url);
    answers.set(url, answer);
    return answer;
  };
}
