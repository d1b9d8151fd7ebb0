import { usePage } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/** The message a form post left for this page; drawn by the server, it needs no script. */
export function FlashToast() {
  const { flash } = usePage();
  if (!flash) return null;
  const bad = flash.kind === 'error';
  return (
    <div className={`toast toast-flash ${bad ? 'toast-bad' : ''}`} role={bad ? 'alert' : 'status'}>
      <Icon
        name={bad ? 'octagon-alert' : 'circle-check'}
        className={bad ? 'h-5 w-5 text-loss' : 'h-5 w-5 text-gain'}
      />
      <div>
        <p className="font-600">{flash.title}</p>
        {flash.message && <p className="text-size-small text-paper-2">{flash.message}</p>}
      </div>
    </div>
  );
}
