/** Errors for modules that must not reach the browser, with the chain of imports that led to them. */
import type { Plugin } from 'rolldown';
import { type Bundled, inRepository } from './bundle.ts';
import type { SiteConfig } from './config.ts';
import type { OutputFile } from './files.ts';

/** 5 KB of zod's 24: what a form needs to be checked by the server's own schema. */
const ZOD_MINI = /(?:^|\/)node_modules\/zod\/(mini|v4\/(mini|core|locales))\//;

/** The framework's own parts that are not for browsers. */
const OWN_SERVER_PARTS = /^framework\/(?!islands\/|browser\/|tests\/site\/|page\.tsx$|asset\.ts$)/;

export type Crossing = { path: string; importer: string };

/** Leaves server modules out of the bundle, so that the error names the chain of imports and not a syntax problem. */
export function watchServerRooms({ serverRooms = [] }: SiteConfig): {
  plugin: Plugin;
  crossings: Crossing[];
} {
  const crossings: Crossing[] = [];
  const room = new RegExp(`^#(${serverRooms.join('|')})/`);
  const plugin: Plugin = {
    name: 'server rooms',
    resolveId(id, importer = '') {
      if (!room.test(id)) return null;
      crossings.push({ path: id.slice(1), importer });
      return { id, external: true };
    },
  };
  return { plugin, crossings };
}

/** @throws with the chain of imports that leads to a server's module */
export function refuseServerModules(
  modules: Bundled['modules'],
  crossings: Crossing[],
  { serverRooms = [], serverPackages = [] }: SiteConfig,
): void {
  for (const { path, importer } of crossings) {
    throw new Error(
      `${path} must not reach the browser: ${[path, ...importChain(modules, importer)].join(' <- ')}`,
    );
  }
  for (const id of modules.keys()) {
    const path = inRepository(id);
    const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    const bad = inPackage
      ? serverPackages.includes(inPackage)
      : serverRooms.includes(path.split('/')[0]!) || OWN_SERVER_PARTS.test(path);
    if (!bad || ZOD_MINI.test(path)) continue;
    throw new Error(`${path} must not reach the browser: ${importChain(modules, id).join(' <- ')}`);
  }
}

function importChain(modules: Bundled['modules'], id: string): string[] {
  const chain = [id];
  for (;;) {
    const importer = modules.get(chain.at(-1)!)?.find((each) => !chain.includes(each));
    if (!importer) return chain.map(inRepository);
    chain.push(importer);
  }
}

/** A name that the vendor file does not export would stop the whole module in the browser. @throws with its name */
export function refuseMissingNames(files: OutputFile[], vendor: OutputFile): void {
  const decode = (file: OutputFile) => new TextDecoder().decode(file.bytes);
  const names = (list: string, side: 0 | 1) =>
    list
      .split(',')
      .map((part) => part.trim().split(/\s+as\s+/))
      .map((pair) => (side === 1 ? (pair[1] ?? pair[0]!) : pair[0]!))
      .filter(Boolean);
  const exported = new Set(
    [...decode(vendor).matchAll(/export\s*\{([^}]*)\}/g)].flatMap((m) => names(m[1]!, 1)),
  );
  const imports = new RegExp(`import\\s*([^;"']*?)\\s*from\\s*["']${vendor.url}["']`, 'g');
  for (const file of files) {
    for (const [, clause] of decode(file).matchAll(imports)) {
      // A namespace links whatever is missing from it; only named imports can stop a module.
      if (/^\*\s*as\s/.test(clause!.trim())) continue;
      const list = /^\{([^}]*)\}$/.exec(clause!.trim());
      if (!list) throw new Error(`${file.url} has a default import of React (${clause}): use named imports.`);
      const missing = names(list[1]!, 0).filter((name) => !exported.has(name));
      if (missing.length > 0)
        throw new Error(`framework/browser/vendor.ts does not export ${missing.join(', ')} (${file.url}).`);
    }
  }
}
