import { Icon } from '../ui/Icon.tsx';

/** Shown in place of what could not be read. An open page does not replace what it shows by a newer one with this mark. */
export function Unread({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-7 flex items-center gap-2 text-loss" data-unread>
      <Icon name="circle-alert" />
      <bdi>{children}</bdi>
    </p>
  );
}
