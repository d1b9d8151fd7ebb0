import { addressOf } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { ReviewMark } from '../season/SeasonTables.tsx';
import { pictureOf } from '../shop/hrefs.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, NameField, SelectField } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { ReasonField } from './measure-parts.tsx';
import { type PrizeQuestion, PrizeQuestionDialog, type WinnerPrize } from './PrizeQuestion.tsx';

/** An admin's rulings on a trader of a season that is over. */
export const RULINGS = ['disqualify', 'no_prize', 'lift'] as const;

/** A trader with a current or withdrawn award; formatted texts. */
type AwardView = WinnerPrize & {
  userId: number;
  /** Id of the logo, an item of the shop; null without one. */
  logo: string | null;
  /** "waits for the confirmation", "claimed on 3 Dec 18:00" */
  status: string;
  canPay: boolean;
  /** True when the trader has sent name and contact, which the admin can reveal. */
  hasClaim: boolean;
  /** The claim; only in the response to "Show contact". */
  claim: { legalName: string; contact: string; payment: string } | null;
  /** Hints against the award, for the admin who confirms it. */
  doubts: readonly { text: string; people: readonly string[] }[];
  note: string | null;
};

/** An admin's decision about the prizes; formatted texts. */
type DecisionView = { id: string; what: string; reason: string | null; about: string };

/** A trade print far from its neighbours, and the fills it caused; formatted texts. */
type FarPrintView = {
  id: string;
  symbol: string;
  price: string;
  neighbours: string;
  when: string;
  causes: readonly string[];
};

type PrizeSeasonProps = {
  number: number;
  isOver: boolean;
  review: string | null;
  canConfirm: boolean;
  awards: readonly AwardView[];
  decisions: readonly DecisionView[];
  farPrints: readonly FarPrintView[];
  /** The distance from its neighbours at which a print is listed, percent. */
  farPercent: number;
  typed: Readonly<Record<string, string>>;
  issue: string | null;
  question: PrizeQuestion | null;
};

/** /admin/prizes/N: the winners of a season with the hints against each, the rulings, and the payments. */
export function PrizeSeasonPage(props: PrizeSeasonProps) {
  const { number, isOver, review, canConfirm, awards, decisions, typed, issue, question } = props;
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-6">
      <div>
        <p className="text-size-small">
          <a className="text-paper-2 underline-offset-4 hover:underline" href="/admin/prizes">
            {t('prizes:back')}
          </a>
        </p>
        <h1 className="mt-2 text-h1">{t('prizes:ofSeason', { number })}</h1>
        <ReviewMark review={review} />
        <p className="mt-2 max-w-[72ch] text-paper-2">
          {t(canConfirm ? 'prizes:toConfirm' : isOver ? 'prizes:toPay' : 'prizes:notOver')}{' '}
          <a className="underline underline-offset-4" href={`/competitions/${number}`}>
            {t('prizes:table')}
          </a>
        </p>
      </div>
      {awards.length === 0 ? (
        isOver && <EmptyState shape="circle">{t('prizes:noWinners')}</EmptyState>
      ) : (
        <ul className="grid gap-4">
          {awards.map((award) => (
            <Award key={award.userId} number={number} award={award} />
          ))}
        </ul>
      )}
      {canConfirm && (
        <form action={`/admin/prizes/${number}`}>
          <Submit className="min-h-11" name="act" value="confirm">
            {t('prizes:confirm')}
          </Submit>
        </form>
      )}
      <FarPrints prints={props.farPrints} percent={props.farPercent} />
      {isOver && <RulingForm number={number} typed={typed} issue={issue} />}
      {isOver && <Decisions decisions={decisions} />}
      {question && <PrizeQuestionDialog number={number} question={question} />}
    </div>
  );
}

function FarPrints({ prints, percent }: { prints: readonly FarPrintView[]; percent: number }) {
  const t = useT();
  return (
    <TitledSection id="far-prints" title={t('prizes:farPrints')} head="text-h2">
      <p className="mt-2 max-w-[72ch] text-size-small text-paper-2">
        {t('prizes:farPrintsAbout', { percent })} {prints.length === 0 && t('prizes:noFarPrints')}
      </p>
      {prints.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {prints.map(({ id, symbol, price, neighbours, when, causes }) => (
            <li key={id} className="card grid gap-1 p-4 text-size-small">
              <p className="font-600">
                <Bdi>{symbol}</Bdi> <Bdi>{price}</Bdi>
              </p>
              <p className="text-paper-2">
                {neighbours} · {when}
              </p>
              <ul className="grid gap-1">
                {causes.map((cause) => (
                  <li key={cause} className="[overflow-wrap:anywhere]">
                    {cause}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

function Award({ number, award }: { number: number; award: AwardView }) {
  const { userId, username, logo, place, amount, status, canPay, hasClaim, claim, doubts, note } = award;
  const t = useT();
  return (
    <li className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar username={username} logoUrl={pictureOf(logo)} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="text-h3">
            <a className="break-all underline underline-offset-4" href={`/admin/people/${userId}`}>
              <bdi>{username}</bdi>
            </a>
          </h2>
          <p className="text-size-small text-paper-2">
            <bdi>{t('prizes:prizeOf', { place })}</bdi> · {status}
          </p>
        </div>
        <Bdi className="text-stat text-tkf">{amount}</Bdi>
      </div>
      {doubts.length === 0 ? (
        <p className="text-size-small text-paper-3">{t('prizes:noDoubts')}</p>
      ) : (
        <ul className="grid gap-1 text-size-small">
          {doubts.map(({ text, people }) => (
            <li key={text} className="text-loss">
              {text}
              {people.map((name) => (
                <a
                  key={name}
                  className="ms-2 inline-block max-w-full text-paper underline underline-offset-4 [overflow-wrap:anywhere]"
                  href={addressOf('/admin/people', { q: name })}
                >
                  <bdi>{name}</bdi>
                </a>
              ))}
            </li>
          ))}
        </ul>
      )}
      {note && (
        <p className="text-size-small text-paper-2 [overflow-wrap:anywhere]">
          <bdi>{note}</bdi>
        </p>
      )}
      {claim && <Claim {...claim} />}
      {hasClaim && !claim && (
        <PostButton
          action="/api/prize-contact"
          fields={{ season: number, username }}
          look="secondary"
          className="btn-small"
        >
          {t('prizes:showContact')}
        </PostButton>
      )}
      {canPay && <PayForm number={number} award={award} />}
    </li>
  );
}

function Claim({ legalName, contact, payment }: NonNullable<AwardView['claim']>) {
  const t = useT();
  const facts = [
    ['prizes:legalName', legalName],
    ['prizes:contact', contact],
    ['prizes:payment', payment || '–'],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt className="text-caption text-paper-3">{t(key)}</dt>
          <dd className="font-500 [overflow-wrap:anywhere]">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A form for a note about a payment. Submitting it opens this page again, with a dialog that asks for confirmation. */
function PayForm({ number, award: { username, userId } }: { number: number; award: AwardView }) {
  const t = useT();
  return (
    <form
      className="flex flex-wrap items-end gap-3 border-t border-line-1 pt-3"
      action={`/admin/prizes/${number}`}
      aria-label={`${t('prizes:markPaid')}: ${username}`}
    >
      <input type="hidden" name="username" value={username} />
      <Field
        name="note"
        id={`note-${userId}`}
        label={t('prizes:note')}
        place="min-w-45 flex-1"
        maxLength={500}
        dir="auto"
      />
      <Submit look="secondary" name="act" value="paid">
        {t('prizes:markPaid')}
      </Submit>
    </form>
  );
}

/**
 * A form for a ruling, its trader and its reason. Submitting it opens this page again, with a dialog that asks for
 * confirmation.
 */
function RulingForm({ number, typed, issue }: Pick<PrizeSeasonProps, 'number' | 'typed' | 'issue'>) {
  const t = useT();
  return (
    <form
      className="grid items-start gap-4 rounded-card border border-dashed border-line-2 p-4 sm:grid-cols-2"
      action={`/admin/prizes/${number}`}
      aria-labelledby="ruling"
    >
      <h2 id="ruling" className="text-h3 sm:col-span-2">
        {t('prizes:decide')}
      </h2>
      <SelectField
        name="act"
        label={t('prizes:decision')}
        defaultValue={typed.act}
        options={RULINGS.map((ruling) => [ruling, t(`prizes:kind.${ruling}`)])}
      />
      <NameField
        name="username"
        label={t('seasons:name')}
        defaultValue={typed.username}
        maxLength={100}
        issue={issue ?? undefined}
      />
      <ReasonField label={t('prizes:reason')} place="sm:col-span-2" defaultValue={typed.reason} />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="isPublic" value="true" defaultChecked={typed.isPublic === 'true'} />
        {t('prizes:isPublic')}
      </label>
      <Submit look="secondary" className="sm:justify-self-end">
        {t('seasons:disqualifyNext')}
      </Submit>
    </form>
  );
}

function Decisions({ decisions }: Pick<PrizeSeasonProps, 'decisions'>) {
  const t = useT();
  return (
    <TitledSection id="decisions" title={t('prizes:decisions')}>
      {decisions.length === 0 ? (
        <p className="mt-2 text-paper-2">{t('prizes:noDecisions')}</p>
      ) : (
        <ol className="mt-2 [&>li+li]:border-t">
          {decisions.map(({ id, what, reason, about }) => (
            <li key={id} className="py-3">
              <p className="font-500 [overflow-wrap:anywhere]">{what}</p>
              {reason && (
                <p className="text-paper-2 [overflow-wrap:anywhere]">
                  <bdi>{reason}</bdi>
                </p>
              )}
              <p className="text-caption text-paper-3">{about}</p>
            </li>
          ))}
        </ol>
      )}
    </TitledSection>
  );
}
