/** Sets a cookie for requests below `path`. @param maxAge seconds; 0 deletes it */
export function setCookie(name: string, value: string, path = '/', maxAge = 31_536_000): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  // The Cookie Store API sets a cookie only after the navigation that needs it has begun, and Firefox before 140 lacks it.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${value};path=${path};max-age=${maxAge};samesite=lax${secure}`;
}
