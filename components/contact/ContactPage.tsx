import { Shape } from '#components/art/Shape.tsx';
import { Bdi } from '#components/ui/Bdi.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import { CONTACT_LIMITS, type ContactField } from '#core/wire/contact.ts';
import { useT } from '../page.tsx';

export type ContactValues = Partial<Record<ContactField, string>>;

type Props = {
  /** The member form is Hebrew, the public one English; both post to the same address. */
  kind: 'member' | 'public';
  phone: string;
  email: string;
  values: ContactValues;
  /** Sentences by field after a refused post. */
  issues: ContactValues;
};

/** What the radio sends: SPEC's English subjects, whatever the page's language. */
export const SUBJECTS = {
  member: [
    ['general', 'General Inquiry'],
    ['technical', 'Technical Issue'],
    ['question', 'Question'],
    ['other', 'Other'],
  ],
  public: [
    ['general', 'General Inquiry'],
    ['technical', 'Technical Issue'],
    ['feedback', 'Feedback'],
    ['other', 'Other'],
  ],
} as const;

/** /contact and /public-contact. */
export function ContactPage({ kind, phone, email, values, issues }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-[1000px]">
      {kind === 'public' && (
        <a className="btn btn-ghost mb-4" href="/">
          <Icon name="arrow-left" className="rtl:-scale-x-100" />
          {t('contact:back')}
        </a>
      )}
      <div className="grid overflow-hidden rounded-[10px] border border-line-1 bg-ink-2 min-[800px]:grid-cols-[340px_1fr]">
        <aside className="relative flex min-h-[220px] flex-col justify-between overflow-hidden bg-ink-3 p-8">
          <div className="pointer-events-none absolute inset-0 opacity-25" aria-hidden="true">
            <Shape kind="square" className="absolute -start-16 top-24 h-[360px] w-[360px] rotate-12" />
          </div>
          <div className="relative">
            <h1 className="text-h1">{t('contact:heading')}</h1>
            <p className="mt-1 text-paper-2">{t(kind === 'public' ? 'contact:liveChat' : 'contact:lead')}</p>
          </div>
          <div className="relative mt-8">
            <h2 className="sr-only">{t('contact:info')}</h2>
            <ul className="grid gap-4">
              <Detail icon="phone" href={`tel:${phone.replace(/[^+\d]/g, '')}`} text={phone} />
              <Detail icon="mail" href={`mailto:${email}`} text={email} />
            </ul>
          </div>
        </aside>
        <form className="grid gap-5 p-8" method="post" action="/api/contact">
          {kind === 'public' && <input type="hidden" name="purpose" value="public" />}
          <input type="hidden" name="next" value={kind === 'public' ? '/public-contact' : '/contact'} />
          <div className="grid gap-4 min-[600px]:grid-cols-2">
            <Text name="firstName" autoComplete="given-name" values={values} issues={issues} />
            <Text name="lastName" autoComplete="family-name" values={values} issues={issues} />
            <Text name="email" type="email" autoComplete="email" ltr values={values} issues={issues} />
            <Text name="phone" type="tel" autoComplete="tel" ltr values={values} issues={issues} />
          </div>
          <fieldset aria-describedby={issues.subject && 'issue-subject'}>
            <legend className="label">{t('contact:subject')}</legend>
            <div className="flex flex-wrap gap-2">
              {SUBJECTS[kind].map(([key, value]) => (
                <label key={key} className="choice">
                  <input
                    type="radio"
                    name="subject"
                    value={value}
                    defaultChecked={(values.subject ?? 'General Inquiry') === value}
                  />
                  {t(`contact:subjects.${key}`)}
                </label>
              ))}
            </div>
            <Issue name="subject" issues={issues} />
          </fieldset>
          <div>
            <label className="label" htmlFor="message">
              {t('contact:message')}
            </label>
            <textarea
              id="message"
              name="message"
              className="input min-h-[120px] w-full py-2"
              rows={5}
              maxLength={CONTACT_LIMITS.message}
              placeholder={t('contact:messageHint')}
              defaultValue={values.message}
              aria-invalid={issues.message ? true : undefined}
              aria-describedby={issues.message && 'issue-message'}
            />
            <Issue name="message" issues={issues} />
          </div>
          <label className="trap" aria-hidden="true">
            {t('contact:leaveEmpty')}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
          <div>
            <button type="submit" className="btn btn-primary" lang="en">
              {t('contact:send')}
            </button>
          </div>
        </form>
      </div>
    </div>
  );
}

function Detail({ icon, href, text }: { icon: 'phone' | 'mail'; href: string; text: string }) {
  return (
    <li>
      <a className="flex min-h-6 items-center gap-3 hover:underline" href={href}>
        <Icon name={icon} className="text-paper-3" />
        <Bdi>{text}</Bdi>
      </a>
    </li>
  );
}

type TextProps = {
  name: Exclude<ContactField, 'subject' | 'message'>;
  type?: 'text' | 'email' | 'tel';
  autoComplete: string;
  ltr?: boolean;
  values: ContactValues;
  issues: ContactValues;
};

function Text({ name, type = 'text', autoComplete, ltr, values, issues }: TextProps) {
  const t = useT();
  return (
    <div>
      <label className="label" htmlFor={name}>
        {t(`contact:${name}`)}
      </label>
      <input
        id={name}
        name={name}
        type={type}
        className="input w-full rtl:text-end"
        dir={ltr ? 'ltr' : undefined}
        autoComplete={autoComplete}
        maxLength={CONTACT_LIMITS[name]}
        defaultValue={values[name]}
        aria-invalid={issues[name] ? true : undefined}
        aria-describedby={issues[name] && `issue-${name}`}
      />
      <Issue name={name} issues={issues} />
    </div>
  );
}

function Issue({ name, issues }: { name: ContactField; issues: ContactValues }) {
  if (!issues[name]) return null;
  return (
    <p id={`issue-${name}`} className="mt-1 flex items-center gap-2 text-[13px] text-loss">
      <Icon name="circle-alert" />
      <bdi lang="en">{issues[name]}</bdi>
    </p>
  );
}
