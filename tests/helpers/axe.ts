/** What bars people from a page, as axe sees it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Each rule that is broken, with the markup it is broken in. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async (rules) => {
    type Result = { violations: { id: string; nodes: { html: string }[] }[] };
    const { axe } = window as unknown as { axe: { run(on: Document, how: object): Promise<Result> } };
    const { violations } = await axe.run(document, { runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  }, RULES);
}
