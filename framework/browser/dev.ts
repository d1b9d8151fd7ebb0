/** Development only: reloads the page after a rebuild, and finds markup the browser's parser had to repair. */

/** An island whose elements the parser has moved out (a <div> in a <p>, a bare <tr>) cannot hydrate. */
function checkNesting(): void {
  for (const host of document.querySelectorAll<HTMLElement>('is-land[data-elements]')) {
    const { island, islandStatus, elements } = host.dataset;
    if (islandStatus === 'awake') continue;
    const found = host.querySelectorAll('*').length;
    if (found !== Number(elements)) {
      console.error(
        `Invalid nesting at island ${island}: drawn with ${elements} elements, parsed as ${found}.`,
      );
    }
  }
}

/** The server names its revision on every connection; another one than at first means it was rebuilt. */
function followRevision(): void {
  let known: string | null = null;
  new EventSource('/_dev/revision').onmessage = ({ data }) => {
    known ??= data;
    if (data !== known) location.reload();
  };
}

checkNesting();
followRevision();
