/**
 * Bundlers leave out functions that nobody uses, but keep all methods of a class that somebody does. Here those methods of
 * a package go whose names are read nowhere: neither in what is left of the package nor in the site.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { inRepository } from './bundle.ts';
import { filesBelow } from './codegen.ts';

/** Folders of a site whose code reaches a browser. */
const FOLDERS = ['islands', 'components', 'core', 'framework/browser'];
/** What the language and the browser call by name. */
const CALLED = ['constructor', 'toString', 'valueOf', 'toJSON', 'then', 'handleEvent'];

type Syntax = { type: string; start: number; end: number } & Record<string, unknown>;
/** A piece of code that is there once one of its names is read. */
type Piece = { name: string; from: Syntax; reads: Set<string>; isMethod: boolean };

/** @param packages their names: modules without classes that extend the browser's own */
export function trimPlugin(root: string, packages: readonly string[]): Plugin {
  return {
    name: 'trim',
    transform(code, id) {
      const path = inRepository(id);
      const name = packages.find((each) => path.startsWith(`node_modules/${each}/`));
      return name === undefined ? null : trim(code, namesReadIn(root, name));
    },
  };
}

/** The module without the methods that nobody reads. @param outside names that are read outside it */
export function trim(code: string, outside: Iterable<string>): string {
  const pieces: Piece[] = [];
  const exported = new Map<string, string>();
  const alive = new Set<string>();
  const body = (parseAst(code) as unknown as { body: Syntax[] }).body;
  for (const statement of body) {
    if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
      for (const { exported: to, local } of statement.specifiers as Record<string, { name: string }>[])
        exported.set(to!.name, local!.name);
    } else for (const declared of declarationsOf(statement)) pieces.push(...piecesOf(declared));
  }
  const waiting = [...CALLED, ...outside].flatMap((name) => [`.${name}`, exported.get(name) ?? '']);
  const byName = Map.groupBy(pieces, ({ name }) => name);
  waiting.push(ALWAYS);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (alive.has(name)) continue;
    alive.add(name);
    for (const { reads } of byName.get(name) ?? []) waiting.push(...reads);
  }
  const dead = pieces.filter(({ name, isMethod }) => isMethod && !alive.has(name));
  return without(
    code,
    dead.map(({ from }) => from),
  );
}

/** The name of what runs by itself. */
const ALWAYS = '';

/** What a statement at the top of a module declares, each with its name. */
function declarationsOf(statement: Syntax): { name: string; from: Syntax }[] {
  const nameOf = ({ id }: Syntax) => (id as { name?: string } | null)?.name ?? ALWAYS;
  const { type } = statement;
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration')
    return [{ name: nameOf(statement), from: statement }];
  if (type !== 'VariableDeclaration') return [{ name: ALWAYS, from: statement }];
  return (statement.declarations as Syntax[]).map((from) => ({ name: nameOf(from), from }));
}

/** A declaration without the methods in it, and each of these. */
function piecesOf({ name, from }: { name: string; from: Syntax }): Piece[] {
  const methods: Piece[] = [];
  const reads = new Set<string>();
  walk(from, (syntax, key, parent) => {
    const method = methodName(syntax);
    if (method !== null) {
      const own = new Set<string>();
      walk(syntax.value as Syntax, (inner, innerKey, innerParent) => {
        note(own, inner, innerKey, innerParent);
        return true;
      });
      methods.push({ name: `.${method}`, from: syntax, reads: own, isMethod: true });
      return false;
    }
    note(reads, syntax, key, parent);
    return true;
  });
  return [{ name, from, reads, isMethod: false }, ...methods];
}

/** The name of a method that can only be called by it. */
function methodName({ type, computed, kind, key }: Syntax): string | null {
  if (type !== 'MethodDefinition' || computed || kind === 'constructor') return null;
  const { type: named, name } = key as { type: string; name: string };
  return named === 'Identifier' ? name : null;
}

/** Adds what a piece of syntax reads: `.name` of something, or a variable. Words in texts may name anything. */
function note(reads: Set<string>, syntax: Syntax, key: string, parent: Syntax | null): void {
  const { type, name, value } = syntax;
  if (type === 'Identifier') {
    const isMember = parent !== null && !parent.computed && key === 'property';
    reads.add(isMember || (key === 'key' && !parent?.computed) ? `.${name}` : String(name));
  } else if (type === 'Literal' && typeof value === 'string') {
    for (const word of wordsIn(value)) reads.add(`.${word}`);
  } else if (type === 'TemplateElement') {
    for (const word of wordsIn((value as { raw: string }).raw)) reads.add(`.${word}`);
  }
}

/** @param visit whether to go on into what is in it */
function walk(
  syntax: Syntax,
  visit: (syntax: Syntax, key: string, parent: Syntax | null) => boolean,
  key = '',
  parent: Syntax | null = null,
): void {
  if (!visit(syntax, key, parent)) return;
  for (const [name, value] of Object.entries(syntax)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (isSyntax(each)) walk(each, visit, name, syntax);
  }
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

const wordsIn = (text: string): string[] => text.match(/[\w$]+/g) ?? [];

/** Members, what is taken out of objects, and texts: whatever may name a method in the site or in what the package needs. */
function namesReadIn(root: string, name: string): Set<string> {
  const folder = join(root, 'node_modules', name);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const needs = Object.keys(dependencies).map((each) => join(root, 'node_modules', each));
  const names = new Set<string>();
  for (const place of [...FOLDERS.map((each) => join(root, each)), ...needs]) {
    for (const file of filesBelow(place, /\.(tsx?|m?js)$/))
      for (const [, word] of readFileSync(join(place, file), 'utf8').matchAll(/[.{,'"`]\s*([\w$]+)/g))
        names.add(word!);
  }
  return names;
}

/** @param dead pieces in the order of the code */
function without(code: string, dead: readonly Syntax[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of dead) {
    text += code.slice(at, start);
    at = end;
  }
  return text + code.slice(at);
}
