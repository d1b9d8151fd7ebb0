/** Which route a path belongs to: patterns as Elysia writes them, as regular expressions and as names. */

type Route = { method: string; path: string };

/** Whole paths a pattern stands for, with or without a slash at the end. */
export function routePattern(path: string): RegExp {
  const pattern = path
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\/:\w+\?/g, '(?:/[^/]+)?')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${pattern.replace(/\/$/, '')}/?$`);
}

/** @returns the pattern a path belongs to; null for files and what does not exist */
export function createRouteNames(routes: readonly Route[]): (path: string) => string | null {
  const isPlain = ({ path }: Route) => !/[:*]/.test(path);
  const plain = new Set(routes.filter(isPlain).map(({ path }) => path));
  const others = new Map(
    routes.filter((route) => !isPlain(route)).map(({ path }) => [path, routePattern(path)]),
  );
  return (path) => {
    if (plain.has(path)) return path;
    for (const [name, pattern] of others) if (pattern.test(path)) return name;
    return null;
  };
}
