/** Sets a cookie for requests below `path`. @param maxAge seconds; 0 deletes it */
export function setCookie(name: string, value: string, path = '/', maxAge = 31_536_000): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: a link followed at once must already send the cookie, and `cookieStore.set` writes it later; Firefox before 140 lacks it
  document.cookie = `${name}=${value};path=${path};max-age=${maxAge};samesite=lax${secure}`;
}
