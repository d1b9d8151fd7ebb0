/**
 * Changes an element's text in its text node, which React or a morph may refer to. An element that is empty in between
 * makes Chromium style the whole page again when a style sheet has `:has()` with `:empty`.
 */
export function writeText(element: Element, text: string): void {
  const { firstChild } = element;
  if (element.textContent === text) return;
  if (firstChild instanceof Text && !firstChild.nextSibling) firstChild.data = text;
  else element.textContent = text;
}
