/**
 * Speculation rules: a browser that knows them fetches the page of a link when the link is pressed, and has it, or is about
 * to, when the press is let go. Never earlier: a page with a balance must not be older than the press.
 * https://wicg.github.io/nav-speculation/speculation-rules.html
 * @param links selector of the links that lead to other pages
 */
export function prefetchRules(links: string): string {
  const where = { and: [{ selector_matches: links }, { href_matches: '/*' }] };
  return JSON.stringify({ prefetch: [{ eagerness: 'conservative', where }] });
}
