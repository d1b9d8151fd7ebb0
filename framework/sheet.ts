/** A style sheet as a list of rules, so that a page can be sent just the rules it uses. */
import { createLruCache, type LruCache } from './lru-cache.ts';

export type SheetRule = {
  /** The enclosing at-rule, `@media (min-width:700px)`; '' without one. */
  at: string;
  /** A selector, `@keyframes bob` or `@font-face`. */
  select: string;
  body: string;
  /**
   * Classes and attributes (`[dir=rtl]`) of each selector: the rule can match on a page that has all of one list. Empty
   * when the rule can match on any page.
   */
  needs: readonly (readonly string[])[];
  /** Custom properties and animations that the rule uses. */
  reads: readonly string[];
  /** The custom property or animation that the rule defines: the rule is needed only where something uses it. */
  sets?: string;
};

/** The classes and attributes that are on a page or may be added to it. */
export type Present = {
  /** True when `name` is on the page or may be added to it. @param name a class, `[name]` or `[name=value]` */
  has(name: string): boolean;
  /** Custom properties that are used outside the sheet. */
  reads: Iterable<string>;
};

/** Returns the rules that can apply to a page, in the sheet's order. */
export function pickRules(rules: readonly SheetRule[], { has, reads }: Present): SheetRule[] {
  const chosen = new Set<SheetRule>();
  const read = new Set(reads);
  const choose = (rule: SheetRule) => {
    chosen.add(rule);
    for (const name of rule.reads) read.add(name);
  };
  for (const rule of rules) {
    if (rule.sets !== undefined) continue;
    if (rule.needs.length === 0 || rule.needs.some((names) => names.every(has))) choose(rule);
  }
  // a chosen rule may use a property that another rule sets
  for (let previousSize = -1; previousSize !== chosen.size; ) {
    previousSize = chosen.size;
    for (const rule of rules)
      if (rule.sets !== undefined && !chosen.has(rule) && read.has(rule.sets)) choose(rule);
  }
  return rules.filter((rule) => chosen.has(rule));
}

/**
 * Returns rules as CSS. Adjacent rules share the block of their at-rule, and adjacent custom properties of one selector
 * share a rule.
 */
export function sheetText(rules: readonly SheetRule[]): string {
  const parts: string[] = [];
  let last: SheetRule | undefined;
  for (const rule of rules) {
    if (last && last.at === rule.at && last.select === rule.select && rule.sets?.startsWith('--'))
      parts.push(`;${rule.body}`);
    else {
      if (last) parts.push(last.at && last.at !== rule.at ? '}}' : '}');
      if (rule.at && rule.at !== last?.at) parts.push(`${rule.at}{`);
      parts.push(`${rule.select}{${rule.body}`);
    }
    last = rule;
  }
  if (last) parts.push(last.at ? '}}' : '}');
  return parts.join('');
}

const CLASS = /\sclass="([^"]*)"/g;
const VARIABLE = /var\((--[\w-]+)/g;
const MAX_SHEETS = 200;

/** The attributes in a sheet's selectors, such as `[dir=rtl]`, and an expression that finds their names in HTML. */
type Attributes = { named: ReadonlySet<string>; pattern: RegExp };
type RuleCache = { attributes: Attributes; sheets: LruCache<string> };

/**
 * Returns a function that picks the CSS which a rendered document needs before any script runs. Documents that use the
 * same classes, attributes and custom properties share a cache entry; most documents of a route do.
 */
export function createCriticalSheets(): (rules: readonly SheetRule[], html: string) => string {
  const caches = new WeakMap<readonly SheetRule[], RuleCache>();
  return (rules, html) => {
    const cache = caches.get(rules) ?? {
      attributes: attributesOf(rules),
      sheets: createLruCache(MAX_SHEETS),
    };
    caches.set(rules, cache);
    const { attributes, sheets } = cache;
    const names = namesIn(html, attributes);
    const reads = new Set([...html.matchAll(VARIABLE)].map(([, name]) => name!));
    const key = [...names, ...reads].sort().join(' ');
    return sheets.find(key, () => sheetText(pickRules(rules, { has: (name) => names.has(name), reads })));
  };
}

function attributesOf(rules: readonly SheetRule[]): Attributes {
  const named = new Set(rules.flatMap((rule) => rule.needs.flat()).filter((name) => name.startsWith('[')));
  const names = new Set([...named].map((name) => /[\w-]+/.exec(name)![0]));
  return { named, pattern: new RegExp(`\\s(${[...names].join('|') || '-'})(?:="([^"]*)")?(?=[\\s/>])`, 'g') };
}

function namesIn(html: string, { named, pattern }: Attributes): Set<string> {
  const names = new Set<string>();
  // the rows of a table repeat the same class lists a hundred times
  for (const list of new Set(Array.from(html.matchAll(CLASS), ([, classes]) => classes!))) {
    for (const name of list.split(' ')) names.add(name.includes('&') ? decoded(name) : name);
  }
  for (const [, name, value] of html.matchAll(pattern)) {
    for (const each of [`[${name}]`, `[${name}=${value}]`]) if (named.has(each)) names.add(each);
  }
  return names;
}

const decoded = (name: string) =>
  name.replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
