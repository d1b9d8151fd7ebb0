/** A package registry under the test's control, for real npm. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from './folder.ts';

export type Registry = {
  url: string;
  /** Number of requests so far. */
  requests(): number;
  stop(): Promise<void>;
};

/** Starts a registry that accepts every request and never responds. */
export function silentRegistry(): Registry {
  return serve(() => new Promise<Response>(() => {}));
}

/** Starts a registry with one package, whose bin/bun is `program`. @returns it, and the package's hash in npm's form */
export function registryOf(name: string, version: string, program: string) {
  const folder = testFolder();
  mkdirSync(join(folder, 'package/bin'), { recursive: true });
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(folder, 'package/bin/bun'), program);
  chmodSync(join(folder, 'package/bin/bun'), 0o755);
  const file = join(folder, 'package.tgz');
  Bun.spawnSync(['tar', 'czf', file, '-C', folder, 'package']);
  const tarball = readFileSync(file);
  const integrity = `sha512-${new Bun.CryptoHasher('sha512').update(tarball).digest('base64')}`;
  const registry = serve((request) => {
    const { origin, pathname } = new URL(request.url);
    if (pathname.endsWith('.tgz')) return new Response(tarball);
    if (decodeURIComponent(pathname) !== `/${name}`) return new Response('{}', { status: 404 });
    const dist = { tarball: `${origin}/${name}/-/package.tgz`, integrity };
    return Response.json({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version, dist } },
    });
  });
  return { ...registry, integrity };
}

function serve(answer: (request: Request) => Response | Promise<Response>): Registry {
  let requests = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch(request) {
      requests++;
      return answer(request);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: () => requests,
    stop: () => server.stop(true),
  };
}
