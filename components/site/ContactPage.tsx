import type { ReactNode } from 'react';
import { CONTACT_ISSUES, type ContactWordings } from '#core/contract/contact.ts';
import { type Translate, useT } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Bdi } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { FormLanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Shape } from '../ui/Mark.tsx';
import { CONTACT_FORM, CONTACT_SUBJECTS, type ContactKind, type ContactStrings } from './ContactFields.tsx';

type Props = {
  kind: ContactKind;
  phone: string;
  email: string;
  form: ReactNode;
  children?: ReactNode;
};

export function ContactPage({ kind, phone, email, form, children }: Props) {
  const t = useT();
  const isPublic = kind === 'public';
  return (
    <div className="mx-auto w-full max-w-250">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        {isPublic && (
          <LinkButton look="ghost" href="/">
            <Icon name="arrow-left" className="rtl:flip-x" />
            {t('contact:back')}
          </LinkButton>
        )}
        <div className="ms-auto">
          <FormLanguageSwitch form={CONTACT_FORM} />
        </div>
      </div>
      <div className="grid overflow-hidden rounded-card border border-line-1 bg-ink-2 ml:grid-cols-[21.25rem_1fr]">
        <aside className="relative flex flex-col justify-between gap-8 overflow-hidden bg-ink-3 p-6 ml:min-h-55 ml:p-8">
          <div className="pointer-events-none absolute inset-0 opacity-25 lt-ml:hidden" aria-hidden="true">
            <Shape kind="square" className="absolute -end-24 top-24 h-95 w-95 rotate-12" />
          </div>
          <div className="relative">
            <h1 className="text-h1">{t(isPublic ? 'contact:info' : 'contact:heading')}</h1>
            <p className="mt-1 text-paper-2">{t(isPublic ? 'contact:liveChat' : 'contact:lead')}</p>
          </div>
          <div className="relative">
            {!isPublic && <h2 className="sr-only">{t('contact:info')}</h2>}
            <ul className="grid gap-4 coarse:gap-1">
              <Detail icon="phone" href={`tel:${phone.replace(/[^+\d]/g, '')}`} text={phone} />
              <Detail icon="mail" href={`mailto:${email}`} text={email} />
            </ul>
          </div>
        </aside>
        {form}
        <input type="hidden" form={CONTACT_FORM} name="intent" value={crypto.randomUUID()} />
      </div>
      {children}
    </div>
  );
}

function Detail({ icon, href, text }: { icon: 'phone' | 'mail'; href: string; text: string }) {
  return (
    <li>
      <a className="inline-flex min-h-6 items-center gap-3 hover:underline coarse:min-h-11" href={href}>
        <Icon name={icon} className="text-paper-3" />
        <Bdi>{text}</Bdi>
      </a>
    </li>
  );
}

/** Returns the texts of the form, for the island. */
export function contactStrings(kind: ContactKind, t: Translate): ContactStrings {
  return {
    required: t('contact:required'),
    firstName: t('contact:firstName'),
    lastName: t('contact:lastName'),
    email: t('contact:email'),
    phone: t('contact:phone'),
    subject: t('contact:subject'),
    subjects: CONTACT_SUBJECTS[kind].map(([key]) => t(`contact:subjects.${key}`)),
    message: t('contact:message'),
    messageHint: t('contact:messageHint'),
    leaveEmpty: t('contact:leaveEmpty'),
    send: t('contact:send'),
    sending: t('contact:sending'),
    close: t('common:close'),
    notifications: t('common:notifications'),
    sent: { title: t('messages:contactSentTitle'), message: t('messages:contactSent') },
    failed: { title: t('messages:contactFailedTitle'), message: t('messages:contactFailed') },
    issues: Object.fromEntries(
      // the island fills in the length
      CONTACT_ISSUES.map((code) => [code, t(`errors:${code}`, { length: '{{length}}' })]),
    ) as ContactWordings,
  };
}
