/** Tells the server, from the next page on, which time zone to format times in. */
export function sendZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `tz=${encodeURIComponent(timeZone)};path=/;max-age=31536000;samesite=lax`;
}
