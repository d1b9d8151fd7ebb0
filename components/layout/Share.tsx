import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/**
 * A link to share: a field in a native popover. islands/ShareLink.ts copies it and opens the device's share sheet. The
 * component is used inside text, so it has no block elements. `?via=share` lets the site count visits by the link.
 */
export function Share({ address }: { address: string }) {
  const t = useT();
  return (
    <>
      <button type="button" className="btn btn-secondary" popoverTarget="share">
        <Icon name="share-2" className="rtl:flip-x" />
        {t('page:share')}
      </button>
      <span id="share" className="share popover" popover="auto">
        <label className="label" htmlFor="share-link">
          {t('page:link')}
        </label>
        <input
          id="share-link"
          className="input w-full"
          type="url"
          dir="ltr"
          readOnly
          value={`${address}?via=share`}
        />
        <span className="share-ways">
          <button type="button" className="btn btn-primary" data-share="copy">
            {t('page:copy')}
          </button>
          <button type="button" className="btn btn-secondary" data-share="send" hidden>
            {t('page:send')}
          </button>
        </span>
        <span className="sr-only" role="status" />
      </span>
    </>
  );
}
