/** Development only: reloads the page after a rebuild, and finds markup the browser's parser had to repair. */

/** An island whose elements the parser has moved out (a <div> in a <p>, a bare <tr>) cannot hydrate. */
function checkNesting(): void {
  for (const host of document.querySelectorAll<HTMLElement>('is-land[data-elements]')) {
    const { island, islandStatus, elements } = host.dataset;
    if (islandStatus === 'awake') continue;
    const count = host.querySelectorAll('*').length;
    if (count !== Number(elements)) {
      console.error(
        `Invalid nesting at island ${island}: drawn with ${elements} elements, parsed as ${count}.`,
      );
    }
  }
}

/** The server names its revision on every connection; another one than at first means it was rebuilt. */
function followRevision(): void {
  let revision: string | null = null;
  new EventSource('/_dev/revision').onmessage = ({ data }) => {
    revision ??= data;
    if (data !== revision) location.reload();
  };
}

checkNesting();
followRevision();
