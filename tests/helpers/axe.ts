/** Barriers of a page (WCAG 2.2 AA and good practice), as axe finds them. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Adds axe to each document that the page opens: injecting it for every search would take half of its time. */
export const searchEach = (page: Page): Promise<unknown> =>
  page.addInitScript(`if (location.href !== 'about:blank') (() => { ${AXE}\n})();`);

/** Returns one line for each violated rule: its name, the first element that violates it, and related markup. */
export async function barriers(page: Page): Promise<string[]> {
  const violations = await search(page);
  if (violations) return violations;
  await page.evaluate(AXE);
  return (await search(page)) ?? ['axe is not there'];
}

/** Returns axe's findings; null in a document without axe. */
const search = (page: Page) =>
  page.evaluate(async (rules) => {
    type Check = { relatedNodes: { html: string }[] };
    type Result = { violations: { id: string; nodes: { html: string; any: Check[] }[] }[] };
    const { axe } = window as unknown as { axe?: { run(on: Document, how: object): Promise<Result> } };
    if (!axe) return null;
    // waits for transitions, because contrast is measured with the final colours
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const { violations } = await axe.run(document, {
      runOnly: rules,
      resultTypes: ['violations'],
      preload: false,
      selectors: false,
    });
    return violations.map(({ id, nodes: [node] }) => {
      const related = node?.any.flatMap(({ relatedNodes }) => relatedNodes.map(({ html }) => html)) ?? [];
      return `${id}: ${[node?.html, ...related].map((html) => html?.slice(0, 200)).join(' beside ')}`;
    });
  }, RULES);
