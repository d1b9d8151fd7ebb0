/** The URLs of the files of static/: the build adds a hash of a file's content to the file's name. */

let urls: ReadonlyMap<string, string> = new Map();

/** Sets the build's list of files. The server calls it once at its start. */
export function provideAssets(map: ReadonlyMap<string, string>): void {
  urls = map;
}

/**
 * Returns the URL of `static/<path>`. Only server-rendered components call it; an island gets the URL as a prop.
 * @throws when the build has no such file
 */
export function asset(path: string): string {
  const url = urls.get(path);
  if (!url) throw new Error(`static/${path} is not part of the build.`);
  return url;
}

export const hasAsset = (path: string): boolean => urls.has(path);
