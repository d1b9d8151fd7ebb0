import { Icon } from '../ui/Icon.tsx';

/** In the place of what could not be read. A page that shows it is not taken for a newer one by who has an older one open. */
export function Unread({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-7 flex items-center gap-2 text-loss" data-unread>
      <Icon name="circle-alert" />
      <bdi>{children}</bdi>
    </p>
  );
}
