/** Replaces each `{{name}}` of a wording by its value; a name without a value stays. */
export function fill(wording: string, values: Readonly<Record<string, string | number>>): string {
  return wording.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => String(values[name] ?? slot));
}

/** Returns a figure that stays left to right and unbroken in a sentence of either direction. */
export const figureInSentence = (figure: string): string =>
  `\u2066${figure.replace(/^[+−]/, '$&\u2060')}\u2069`;

/** Returns a name that keeps its own direction and does not break at its hyphens. */
export const nameInSentence = (name: string): string => `\u2068${name.replaceAll('-', '-\u2060')}\u2069`;
