/**
 * Makes `from` look like `to` by touching only what differs, so that focus, selection and scroll positions inside
 * stay. Islands are left alone: they look after themselves.
 */
export function morph(from: Element, to: Element): void {
  if (from.tagName === 'IS-LAND') return;
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const [old, fresh] = [[...from.childNodes], [...to.childNodes]];
  if (old.length !== fresh.length || old.some((node, i) => !sameKind(node, fresh[i]!))) {
    from.replaceChildren(...fresh);
    return;
  }
  old.forEach((node, i) => {
    const next = fresh[i]!;
    if (node instanceof Element) morph(node, next as Element);
    else if (node.nodeValue !== next.nodeValue) node.nodeValue = next.nodeValue;
  });
}

const sameKind = (a: ChildNode, b: ChildNode) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;
