import type { ReactNode } from 'react';

/** Puts data on the page once, for `readPageData` in behaviours and for islands whose props refer to it. */
export function PageData({ id, value }: { id: string; value: unknown }): ReactNode {
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: scriptJson(value) }} />;
}

/** JSON that may stand in a script element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003C');
