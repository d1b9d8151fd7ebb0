import { LinkButton, Submit } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  isAdmin: boolean;
  notice: string;
  title: string;
  text: string;
  reload: string;
  close: string;
};

/**
 * The boxes that show errors: a notice for five seconds (framework/browser/crash.ts), and the content that replaces a
 * failed island (framework/islands/island.tsx). Admins get a dialog with the details instead.
 */
export function CrashBox({ isAdmin, notice, title, text, reload, close }: Props) {
  if (!isAdmin) {
    return (
      <>
        <template id="crash-notice">
          <div className="toast toast-bad toast-crash" role="alert">
            <Icon name="octagon-alert" size="size-5" className="text-loss" />
            <p className="font-600">{notice}</p>
          </div>
        </template>
        <template id="crash-view">
          <section className="card grid justify-items-center gap-3 p-6 text-center" role="alert">
            <Icon name="octagon-alert" size="size-8" className="text-loss" />
            <h2 className="text-h2">{title}</h2>
            <p className="text-paper-2">{text}</p>
            {/* framework/browser/crash.ts replaces the address by the current page's */}
            <LinkButton look="primary" href="/" data-reload>
              <Icon name="rotate-ccw" />
              {reload}
            </LinkButton>
          </section>
        </template>
      </>
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
        <Submit look="secondary">{close}</Submit>
        <LinkButton look="primary" href="/" data-reload>
          <Icon name="rotate-ccw" />
          {reload}
        </LinkButton>
      </form>
    </dialog>
  );
}
