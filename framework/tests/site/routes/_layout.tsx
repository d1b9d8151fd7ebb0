import { layout } from '#framework/define.ts';

export default layout(({ children, page }) => (
  <main data-user={page.readerParts.name ?? 'nobody'}>
    {page.flash && <p role={page.flash.kind === 'error' ? 'alert' : 'status'}>{page.flash.message}</p>}
    {children}
  </main>
));
