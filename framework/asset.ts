/** Where each file of static/ is served: the build gives it a name with its content's hash. */

let urls: ReadonlyMap<string, string> = new Map();

/** Called once at the start of the server with the build's list. */
export function provideAssets(map: ReadonlyMap<string, string>): void {
  urls = map;
}

/**
 * The URL of `static/<path>`. For server-drawn components; an island gets the URL as a prop.
 * @throws when the build has no such file
 */
export function asset(path: string): string {
  const url = urls.get(path);
  if (!url) throw new Error(`static/${path} is not part of the build.`);
  return url;
}

/** True when the build has `static/<path>`. */
export const hasAsset = (path: string): boolean => urls.has(path);
