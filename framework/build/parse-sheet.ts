/** Parses the text of a style sheet into rules. */
import postcss, { type AtRule, type Container, type Rule } from 'postcss';
import type { SheetRule } from '../sheet.ts';

const CLASS = /\.((?:\\.|[\w-]|[^\0-\x7f])+)/g;

/** Returns the rules of a style sheet. @throws CssSyntaxError, or an Error for a conditional at-rule inside another */
export function parseSheet(css: string): SheetRule[] {
  return rulesIn(postcss.parse(css), '');
}

function rulesIn(container: Container, at: string): SheetRule[] {
  return (container.nodes ?? []).flatMap((node): SheetRule[] => {
    if (node.type === 'rule') return fromRule(node as Rule, at);
    return node.type === 'atrule' ? fromAtRule(node as AtRule, at) : [];
  });
}

function fromAtRule(node: AtRule, at: string): SheetRule[] {
  const { name, params } = node;
  const select = `@${name}${params ? ` ${squeeze(params)}` : ''}`;
  const inner = { at, select, body: bodyOf(node), needs: [], reads: readsOf(node) };
  if (/keyframes$/.test(name) || name === 'property') return [{ ...inner, sets: params }];
  if (name === 'font-face') return [inner];
  if (at) throw new Error(`${select} inside ${at}: at-rules in at-rules are not read.`);
  return rulesIn(node, select);
}

function fromRule(rule: Rule, at: string): SheetRule[] {
  const select = rule.selectors.map(squeeze).join(',');
  const needs = rule.selectors.map((selector) => needsOf(outside(selector)));
  const plain = { at, select, needs: needs.some((classes) => classes.length === 0) ? [] : needs };
  const declarations = rule.nodes.filter((node) => node.type === 'decl');
  const onlySets =
    /^(:root|\*|::backdrop)/.test(select) && declarations.every(({ prop }) => prop.startsWith('--'));
  if (!onlySets) return [{ ...plain, body: bodyOf(rule), reads: readsOf(rule) }];
  return declarations.map((each) => ({
    ...plain,
    body: `${each.prop}:${squeeze(each.value)}`,
    reads: variablesIn(each.value),
    sets: each.prop,
  }));
}

/** Attributes that the browser changes without a script: they are no condition for a rule. */
const FREE = ['open', 'hidden'];
/** Attributes of the root element that a script sets before the first paint. */
const ON_DOCUMENT = /^html(\[data-[^\]]+\])+/;
const ATTRIBUTE = /\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]/g;

function needsOf(selector: string): string[] {
  // a class may contain an attribute's name: `.aria-\[busy\=true\]`
  const plain = selector.replace(CLASS, '').replace(ON_DOCUMENT, 'html');
  const attributes = [...plain.matchAll(ATTRIBUTE)].filter(([, name]) => !FREE.includes(name!));
  const languages = [...plain.matchAll(/:lang\((\w+)\)/g)];
  return [
    ...[...selector.matchAll(CLASS)].map(([, name]) => name!.replaceAll('\\', '')),
    ...attributes.map(([, name, value]) => (value === undefined ? `[${name}]` : `[${name}=${value}]`)),
    ...languages.map(([, language]) => `[lang=${language}]`),
  ];
}

const HAS_CLASS = /:has\((\.[\w-]+)\)/g;

/**
 * Returns a selector without `:not(.x)`, `:is(.x, .y)` and the like, whose classes are no condition for the rule. The
 * class in a plain `:has(.x)` is a condition and stays, unless this `:has` is inside another pseudo-class.
 */
function outside(selector: string): string {
  const text = selector.replace(HAS_CLASS, '$1').replace(/:(?:is|not|where|has)\([^()]*\)/g, '');
  return text === selector ? text : outside(text);
}

const variablesIn = (value: string) => [...value.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!);

function readsOf(container: Container): string[] {
  const reads = new Set<string>();
  container.walkDecls(({ prop, value }) => {
    for (const name of variablesIn(value)) reads.add(name);
    if (/^(animation|transition)/.test(prop)) for (const word of value.split(/[\s,]+/)) reads.add(word);
  });
  return [...reads];
}

const bodyOf = (container: Container): string =>
  (container.nodes ?? [])
    .flatMap((node) => {
      if (node.type === 'decl')
        return `${node.prop}:${squeeze(node.value)}${node.important ? '!important' : ''}`;
      return node.type === 'rule' ? `${squeeze((node as Rule).selector)}{${bodyOf(node as Rule)}}` : [];
    })
    .join(';')
    .replaceAll('};', '}');

/** Removes white space that no browser needs. Strings in the site's sheets contain none that matters. */
const squeeze = (text: string) =>
  text.includes('url(')
    ? text
    : text
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\s*,\s*/g, ',');
