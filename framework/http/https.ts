/** Whether the visitor reached us over https, as far as the settings let a proxy tell. */
export function isHttps(request: Request, settings: { publicUrl: string; trustProxy: number }): boolean {
  if (settings.publicUrl.startsWith('https:')) return true;
  return settings.trustProxy > 0 && request.headers.get('x-forwarded-proto') === 'https';
}
