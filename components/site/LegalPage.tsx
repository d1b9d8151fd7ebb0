import type { ReactNode } from 'react';
import { usePage } from '#framework/page.tsx';
import { localHref } from '../layout/local-href.ts';
import { Bdi } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';

export const LEGAL_PAGES = ['terms', 'privacy', 'accessibility', 'rules'] as const;
export type LegalName = (typeof LEGAL_PAGES)[number];

/** The responsible person, for the placeholders of the texts. */
export type Responsible = { operator: string; email: string; phone: string };

type Props = {
  name: LegalName;
  who: Responsible;
  /** The number of the season with whose start the text came into force; null for a text that states its own date. */
  since?: number | null;
  children?: ReactNode;
};

/** A legal text: headings, paragraphs and lists as marked in `locales/`. Admins see a note that it is a draft. */
export function LegalPage({ name, who, since = null, children }: Props) {
  const { t, user } = usePage();
  return (
    <article className="mx-auto w-full max-w-180">
      <h1 className="text-hero">{t(`legal:${name}.title`)}</h1>
      <p className="mt-2 text-lead text-paper-2">{t(`legal:${name}.lead`)}</p>
      <p className="mt-2 text-small text-paper-3">
        {since === null ? t('legal:updated') : t('legal:rules.since', { number: since })}
      </p>
      {user?.isAdmin && (
        <p role="note" className="card my-5 border-s-4 border-s-tkf p-4">
          {t('legal:draft')}
        </p>
      )}
      {children}
      {blocksOf(t(`legal:${name}.body`, isolated(who))).map((block) => (
        <Block key={block} text={block} />
      ))}
    </article>
  );
}

/** Isolates the placeholders' values in Hebrew sentences, and keeps the phone number on one line. */
function isolated({ phone, ...who }: Responsible) {
  const all = { ...who, phone: phone.replaceAll(' ', '\u00a0') };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, `\u2066${value}\u2069`]));
}

/** Splits a text into blocks. A heading is a block of its own. */
const blocksOf = (body: string): string[] =>
  body
    .replace(/^(## .*)$/gm, '$1\n')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '');

function Block({ text }: { text: string }) {
  if (text.startsWith('## ')) return <h2 className="mt-8 text-h3">{text.slice(3)}</h2>;
  const lines = text.split('\n');
  const plain = lines.filter((line) => !line.startsWith('* '));
  const items = lines.filter((line) => line.startsWith('* '));
  return (
    <>
      {plain.length > 0 && <p className="mt-2 text-lead text-paper-2">{plain.join(' ')}</p>}
      {items.length > 0 && (
        <ul className="mt-2 grid list-disc gap-1 ps-5 text-lead text-paper-2">
          {items.map((item) => (
            <li key={item}>{item.slice(2)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The facts of the running or next season above the contest's rules; formatted texts. */
export type RulesFacts = {
  number: number;
  /** False for a season that no page exists of yet. */
  hasPage: boolean;
  facts: readonly { name: 'prize' | 'start' | 'starts' | 'ends'; value: string }[];
};

export function SeasonFacts({ number, hasPage, facts }: RulesFacts) {
  const { t, user, locale } = usePage();
  return (
    <TitledSection
      id="season"
      title={t('legal:rules.season', { number })}
      head="text-h2"
      className="card mt-6 p-5"
    >
      <dl className="mt-3 grid gap-x-6 gap-y-3 md:grid-cols-2">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-small text-paper-3">{t(`legal:rules.${name}`)}</dt>
            <dd className="font-600">
              {name === 'prize' || name === 'start' ? <Bdi>{value}</Bdi> : <bdi>{value}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
      {hasPage && (
        <p className="mt-4">
          <a
            className="underline underline-offset-4"
            href={localHref(`/competitions/${number}`, { user, locale })}
          >
            {t('legal:rules.proof')}
          </a>
        </p>
      )}
    </TitledSection>
  );
}
