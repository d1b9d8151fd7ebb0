import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { Icon } from '../ui/Icon.tsx';

const STEPS = ['bundle', 'seeds', 'prices', 'fills', 'places', 'chain'] as const;

/**
 * The subject of a check: a public season, or a private game. `hasPage` is false when the reader may not open the page
 * of the game's league.
 */
export type Checked = { number: number } | { league: string; name: string; hasPage: boolean };

type Props = {
  checked: Checked;
  bundleUrl: string;
  hasBundle: boolean;
  /** A sentence with the time when the bundle will exist; null if unknown. */
  comes: string | null;
  share: ReactNode;
};

/** /competitions/N/check, /leagues/ID/check. islands/SeasonCheck.ts fills elements with `data-part` or `data-step`. */
export function CheckPage({ checked, bundleUrl, hasBundle, comes, share }: Props) {
  const t = useT();
  const isGame = 'league' in checked;
  const file = isGame ? `game-${checked.league}` : `season-${checked.number}`;
  return (
    <div className="check mx-auto w-full max-w-272" data-end="idle">
      <nav
        className="flex flex-wrap items-center gap-2 text-small text-paper-3"
        aria-label={t('check:crumb')}
      >
        <Crumbs checked={checked} />
        <Icon name="chevron-right" className="h-3.5 w-3.5 rtl:flip-x" />
        <span className="text-paper-2">{t('check:crumb')}</span>
        <span className="ms-auto">{share}</span>
      </nav>
      <p className="check-tag mt-5 flex min-h-5 items-center gap-2 text-small text-paper-3">
        <Icon name="circle-check" className="check-good h-4.5 w-4.5" />
        <Icon name="octagon-alert" className="check-bad h-4.5 w-4.5" />
        <span data-part="tag">{isGame ? t('check:game.where') : t('check:where', checked)}</span>
      </p>
      <h1 className="mt-1.5 min-h-17 max-w-260 text-hero md:min-h-23" data-part="headline">
        {isGame ? t('check:game.idle') : t('check:idle', checked)}
      </h1>
      {hasBundle ? (
        <>
          <Actions bundleUrl={bundleUrl} isGame={isGame} />
          <Field />
          <Findings />
        </>
      ) : (
        <p className="mb-5 mt-3 text-lead text-paper-2">
          {!isGame && t('check:notYet')} {comes}
        </p>
      )}
      <div className="mt-4 grid gap-x-4 md:grid-cols-3">
        {STEPS.map((step) => (
          <Step key={step} step={step} isGame={isGame} />
        ))}
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-3 border-t border-line-1 pt-4 text-small text-paper-3">
        <span>{t('check:without')}</span>
        <code
          dir="ltr"
          className="min-w-0 break-words rounded-segment border border-line-1 bg-ink-0 px-2.5 py-1 text-paper-2"
        >
          npm run verify-season -- bundle {file}.jsonl.gz
        </code>
        <Document name="season-bundle.md">{t('check:format')}</Document>
        <Document name="tape.md">{t('check:tape')}</Document>
      </p>
      <p className="sr-only" role="status" data-part="spoken" />
    </div>
  );
}

/** Links to a document for authors of a verifier, which exists in English only. */
function Document({ name, children }: { name: string; children: ReactNode }) {
  return (
    <a
      className="flex min-h-6 items-center gap-1 text-paper-2 underline-offset-4 hover:underline"
      href={`/proof/${name}`}
      hrefLang="en"
    >
      {children}
      <Icon name="arrow-up-right" className="h-3.5 w-3.5 rtl:flip-x" />
    </a>
  );
}

function Crumbs({ checked }: Pick<Props, 'checked'>) {
  const t = useT();
  const hrefOf = useLocalHref();
  const [all, one] =
    'league' in checked
      ? [
          { href: '/leagues', text: t('nav:leagues') },
          { href: checked.hasPage ? `/leagues/${checked.league}` : undefined, text: checked.name },
        ]
      : [
          { href: '/competitions', text: t('nav:competitions') },
          { href: `/competitions/${checked.number}`, text: t('seasons:title', checked) },
        ];
  return (
    <>
      <a className="underline-offset-4 hover:underline" href={hrefOf(all.href)}>
        {all.text}
      </a>
      <Icon name="chevron-right" className="h-3.5 w-3.5 rtl:flip-x" />
      <a
        className="min-w-0 underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        href={one.href && hrefOf(one.href)}
      >
        <bdi>{one.text}</bdi>
      </a>
    </>
  );
}

function Actions({ bundleUrl, isGame }: { bundleUrl: string; isGame: boolean }) {
  const t = useT();
  return (
    <div className="mt-3 mb-5 flex min-h-11 flex-wrap items-center gap-4">
      <div className="min-h-13 min-w-0 flex-[1_1_20rem] text-lead text-paper-2">
        <p data-part="note">{t(isGame ? 'check:game.idleText' : 'check:idleText')}</p>
        <noscript>
          <p>{t('check:noScript')}</p>
        </noscript>
      </div>
      <span className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary check-start" data-part="start">
          {t('check:start')}
        </button>
        <button type="button" className="btn btn-secondary check-stop" data-part="stop">
          <Icon name="square" className="h-3.5 w-3.5" />
          {t('check:stop')}
        </button>
        <a className="btn btn-primary check-save" data-part="save" href={bundleUrl} download>
          {t('check:save')}
        </a>
        <a className="btn btn-secondary" href={bundleUrl} download>
          <Icon name="download" className="h-3.5 w-3.5" />
          {t('check:bundle')}
        </a>
      </span>
    </div>
  );
}

function Field() {
  const t = useT();
  const tile = (id: string, fill: string) => (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect x="1" y="1" width="6" height="6" style={{ fill }} />
    </pattern>
  );
  return (
    <section className="card p-4 md:px-7 md:pt-5" aria-label={t('check:square')}>
      <svg className="check-field" data-part="field" aria-hidden="true" shapeRendering="crispEdges">
        <defs>
          {tile('to-do', 'var(--ink-4)')}
          {tile('derived', 'var(--check-done)')}
        </defs>
        <path fill="url(#to-do)" />
        <path fill="url(#derived)" />
        <path style={{ fill: 'var(--loss)' }} />
        <path style={{ fill: 'var(--paper)' }} />
      </svg>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-caption text-paper-3">
        <span className="flex-auto" data-part="caption">
          {t('check:square')}
        </span>
        <Legend className="check-key-done">
          <span data-part="done-label">{t('check:reDerived')}</span>
        </Legend>
        <Legend className="check-key-todo">{t('check:toDo')}</Legend>
        <Legend className="check-key-bad">{t('check:differs')}</Legend>
        <b className="min-w-9 text-end font-600 text-paper" data-part="percent">
          0%
        </b>
      </p>
    </section>
  );
}

function Legend({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={`${className} flex items-center gap-2`}>
      <i className="h-2 w-2" />
      {children}
    </span>
  );
}

function Step({ step, isGame }: { step: (typeof STEPS)[number]; isGame: boolean }) {
  const t = useT();
  return (
    <div
      className="check-step flex items-start gap-3 border-t border-line-1 py-3.5"
      data-step={step}
      data-state="wait"
    >
      <span className="mt-0.5 h-4.5 w-4.5 flex-none">
        <i className="check-wait" />
        <Icon name="circle-check" className="check-good h-4.5 w-4.5" />
        <Icon name="octagon-alert" className="check-bad h-4.5 w-4.5" />
      </span>
      <span className="min-w-0 flex-auto">
        <span className="flex gap-2">
          <b className="flex-auto font-600">{t(`check:steps.${step}`)}</b>
          <bdi className="check-count text-small text-paper-2" />
        </span>
        <span className="text-small text-paper-3">
          {t(isGame && step === 'chain' ? 'check:game.chain' : `check:about.${step}`)}
        </span>
      </span>
    </div>
  );
}

function Findings() {
  const t = useT();
  const columns = ['row', 'trader', 'what', 'is', 'should'] as const;
  return (
    <section className="card mt-4" data-part="findings" hidden>
      <div className="flex flex-wrap items-baseline justify-between gap-2 px-4 pt-4">
        <h2 className="text-h3">{t('check:first')}</h2>
        <span className="text-caption text-paper-3" data-part="shown" />
      </div>
      <div className="mt-2">
        <table className="w-full text-small">
          <thead className="text-caption text-paper-3">
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={`px-2 py-2 font-500 md:px-4 ${column === 'is' || column === 'should' ? 'text-end' : 'text-start'}`}
                >
                  {t(`check:columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-part="rows" />
        </table>
      </div>
    </section>
  );
}
