import type { ReactNode } from 'react';
import { MOST_JOIN_DAYS, MOST_JOIN_LABEL, MOST_JOIN_USES } from '#core/account/join-links.ts';
import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { CopyField } from '../layout/Share.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, fieldOf } from '../ui/Field.tsx';
import { PageLinks } from '../ui/Links.tsx';

/** A join link; formatted texts. */
type LinkView = {
  id: number;
  label: string;
  /** The complete address to give to people. */
  address: string;
  uses: string;
  maxUses: string;
  ends: string;
  /** False once the link has expired or is used up. */
  isOpen: boolean;
  createdBy: string;
};

type Props = {
  links: readonly LinkView[];
  page: number;
  pages: number;
  values: Readonly<Record<string, string>>;
  issues: Readonly<Record<string, string>>;
  /** Wraps the field and its button in the behaviour that copies. */
  withCopy: (parts: ReactNode) => ReactNode;
};

/** /admin/people/joins: links by which a class or an office can register from one network. */
export function JoinLinksPage({ links, page, pages, values, issues, withCopy }: Props) {
  const t = useT();
  const field = fieldOf<string>({ values: { uses: '50', days: '7', ...values }, issues });
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-6">
      <div>
        <h1 className="text-h1">{t('join:links')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{t('join:about')}</p>
      </div>
      <form
        className="card grid items-start gap-4 p-4 sm:grid-cols-[2fr_1fr_1fr_auto]"
        method="post"
        action="/api/join-links"
      >
        <Field {...field('label')} label={t('join:label')} maxLength={MOST_JOIN_LABEL} dir="auto" required />
        <Field
          {...field('uses')}
          label={t('join:most')}
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_JOIN_USES}
          required
        />
        <Field
          {...field('days')}
          label={t('join:days')}
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_JOIN_DAYS}
          required
        />
        <Submit className="min-h-10 coarse:min-h-11 sm:mt-5.5">{t('join:make')}</Submit>
      </form>
      {links.length === 0 ? (
        <EmptyState shape="square">{t('join:none')}</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {links.map((link) => (
            <Link key={link.id} link={link} withCopy={withCopy} />
          ))}
        </ul>
      )}
      <PageLinks page={page} pages={pages} hrefOf={(to) => addressOf('/admin/people/joins', pageField(to))} />
    </div>
  );
}

function Link({ link, withCopy }: { link: LinkView } & Pick<Props, 'withCopy'>) {
  const { id, label, address, uses, maxUses, ends, isOpen, createdBy } = link;
  const t = useT();
  const field = `address-${id}`;
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="min-w-0 break-words text-h3">
          <bdi>{label}</bdi>
        </h2>
        <span className="tag">{t(isOpen ? 'join:open' : 'join:over')}</span>
        <span className="ms-auto text-size-small text-paper-2">
          {t('join:uses', { uses, most: maxUses })}
        </span>
      </div>
      <p className="text-size-small text-paper-2">
        {t('join:ends', { date: ends })} · <bdi>{createdBy}</bdi>
      </p>
      {isOpen && (
        <div className="flex flex-wrap items-end gap-3">
          {withCopy(
            <div className="flex min-w-60 flex-1 gap-2">
              <label className="sr-only" htmlFor={field}>
                {t('join:address', { label })}
              </label>
              <CopyField id={field} address={address} />
            </div>,
          )}
          <PostButton
            action={`/api/join-links/${id}/end`}
            look="secondary"
            className="min-h-10 coarse:min-h-11"
            aria-label={t('join:endOf', { label })}
          >
            {t('join:end')}
          </PostButton>
        </div>
      )}
    </li>
  );
}
