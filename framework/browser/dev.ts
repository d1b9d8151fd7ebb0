/** Development only: reloads the page after a rebuild, and reports markup that the browser's parser had to repair. */

/** Reports islands whose elements the parser has moved out (a <div> in a <p>, a bare <tr>): they cannot hydrate. */
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

/** Reloads the page when the server's revision changes: a new process has replaced the previous one. */
function followRevision(): void {
  let revision: string | null = null;
  new EventSource('/_dev/revision').onmessage = ({ data }) => {
    revision ??= data;
    if (data !== revision) location.reload();
  };
}

checkNesting();
followRevision();
