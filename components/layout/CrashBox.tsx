import { Icon } from '../ui/Icon.tsx';

type Props = {
  isAdmin: boolean;
  notice: string;
  title: string;
  reload: string;
  close: string;
};

/** Where framework/browser/crash.ts tells of errors: a notice of five seconds, for admins a dialog with everything. */
export function CrashBox({ isAdmin, notice, title, reload, close }: Props) {
  if (!isAdmin) {
    return (
      <template id="crash-notice">
        <div className="toast toast-bad toast-crash" role="alert">
          <Icon name="octagon-alert" size="size-5" className="text-loss" />
          <p className="font-600">{notice}</p>
        </div>
      </template>
    );
  }
  return (
    <dialog id="crash" className="dialog" aria-labelledby="crash-title">
      <h2 id="crash-title" className="flex items-center gap-2 text-h2">
        <Icon name="octagon-alert" size="size-5" className="text-loss" />
        {title}
      </h2>
      <textarea className="crash-details" dir="ltr" rows={12} readOnly aria-labelledby="crash-title" />
      <form className="mt-4 flex flex-wrap justify-end gap-3" method="dialog">
        <button type="submit" className="btn btn-secondary">
          {close}
        </button>
        {/* framework/browser/crash.ts knows the page it is on */}
        <a className="btn btn-primary" href="/">
          <Icon name="rotate-ccw" />
          {reload}
        </a>
      </form>
    </dialog>
  );
}
