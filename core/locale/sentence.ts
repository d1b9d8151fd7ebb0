/** Fills the places of a wording, `{{name}}`; one without a value stays as it is. */
export function fill(wording: string, values: Readonly<Record<string, string | number>>): string {
  return wording.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Figures and names inside a sentence of either direction. */

/** Returns a figure that reads from left to right, with its sign on its own line. */
export const figureInSentence = (figure: string): string =>
  `\u2066${figure.replace(/^[+−]/, '$&\u2060')}\u2069`;

/** Returns a name that reads in its own direction and breaks at none of its hyphens. */
export const nameInSentence = (name: string): string => `\u2068${name.replaceAll('-', '-\u2060')}\u2069`;
