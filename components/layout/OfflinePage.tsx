import type { PageInfo } from '#framework/page.tsx';
import { BrandMark } from '../ui/Mark.tsx';
import { ink, paper } from '../ui/tokens.ts';

const STYLE = `body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;box-sizing:border-box;background:${ink[1]};color:${paper.DEFAULT};font:16px/25px system-ui,sans-serif;text-align:center}svg{width:56px;height:56px}h1{margin:8px 0 0;font-size:22px;line-height:28px}p{margin:0;max-width:40ch;color:${paper[2]}}button{margin-top:8px;padding:10px 20px;border:0;border-radius:6px;background:${paper.DEFAULT};color:${ink[0]};font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:2px solid ${paper.DEFAULT};outline-offset:2px}`;

/** Reloads the address when the button is pressed, and when the browser is online again. */
const SCRIPT =
  "const again=()=>location.reload();document.querySelector('button').onclick=again;addEventListener('online',again)";

/** The inline style and script, whose hashes are in the content security policy. */
export const OFFLINE_INLINE = { style: STYLE, script: SCRIPT };

/** Shown when the browser cannot reach the site: one self-contained document without personal data or prices. */
export function OfflinePage({ locale, dir, t }: Pick<PageInfo, 'locale' | 'dir' | 't'>) {
  return (
    <html lang={locale} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>{t('messages:offlineTitle')}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <BrandMark />
        <h1>{t('messages:offlineTitle')}</h1>
        <p>{t('messages:offlineText')}</p>
        <button type="button">{t('messages:offlineRetry')}</button>
        <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      </body>
    </html>
  );
}
