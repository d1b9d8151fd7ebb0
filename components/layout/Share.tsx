import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/** An address to copy: a field and a button, for a parent with the behaviour CopyLink. @param props.id of the field */
export function CopyField({ id, address }: { id: string; address: string }) {
  const t = useT();
  return (
    <>
      <input
        id={id}
        className="input min-w-0 flex-1 rtl:text-end"
        type="url"
        dir="ltr"
        readOnly
        value={address}
      />
      <button type="button" className="btn btn-secondary min-h-10 coarse:min-h-11" data-copy>
        {t('page:copy')}
      </button>
      <span className="sr-only" role="status" />
    </>
  );
}

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
