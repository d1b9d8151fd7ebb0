/** Fills the places of a wording, `{{name}}`; one without a value stays as it is. */
export function fill(wording: string, values: Readonly<Record<string, string | number>>): string {
  return wording.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}
