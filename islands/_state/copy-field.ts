/** Copies a field's text; falls back to the field's selection where the clipboard is not available. @returns whether it was copied */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}
