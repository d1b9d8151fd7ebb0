import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/figures.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';
import { Affected, type AffectedTrader, GivenReason } from './measure-parts.tsx';

/** A winner and the prize; formatted texts. */
export type WinnerPrize = { username: string; place: string; amount: string };

export type PrizeQuestion =
  | { act: 'confirm'; winners: readonly WinnerPrize[]; version: string }
  | { act: 'disqualify' | 'no_prize' | 'lift'; trader: AffectedTrader; reason: string; isPublic: boolean }
  | { act: 'paid'; trader: AffectedTrader; amount: string; note: string; version: string };

const CALLS = {
  confirm: '/api/confirm-winners',
  disqualify: '/api/disqualify',
  no_prize: '/api/no-prize',
  lift: '/api/lift',
  paid: '/api/prize-paid',
} as const;

/** Asks for confirmation, with the effect and the trader or the winners concerned. */
export function PrizeQuestionDialog({ number, question }: { number: number; question: PrizeQuestion }) {
  const t = useT();
  const { act } = question;
  const back = `/admin/prizes/${number}`;
  return (
    <ConfirmDialog
      title={t(`prizes:ask.${act}`, { number })}
      back={back}
      action={CALLS[act]}
      fields={{
        season: number,
        version: 'version' in question ? question.version : null,
        username: question.act === 'confirm' ? null : question.trader.username,
        next: act === 'disqualify' ? back : null,
        note: question.act === 'paid' ? question.note : null,
        reason: 'reason' in question ? question.reason : null,
        isPublic: question.act === 'no_prize' && question.isPublic ? 'true' : null,
      }}
      submit={t(`prizes:kind.${act}`)}
      isDanger={act === 'disqualify' || act === 'no_prize'}
    >
      {question.act === 'confirm' ? (
        <Winners winners={question.winners} />
      ) : (
        <>
          <Affected {...question.trader} />
          <Effect question={question} />
        </>
      )}
    </ConfirmDialog>
  );
}

function Winners({ winners }: { winners: readonly WinnerPrize[] }) {
  const t = useT();
  return (
    <>
      <p className="text-paper-2">{t('prizes:effect.confirm')}</p>
      <ol className="mt-3 [&>li+li]:border-t">
        {winners.map(({ username, place, amount }) => (
          <li key={username} className="flex items-baseline gap-3 py-3">
            <span className="min-w-0 flex-1">
              <bdi className="font-600 [overflow-wrap:anywhere]">{username}</bdi>{' '}
              <span className="text-paper-2">{t('prizes:prizeOf', { place })}</span>
            </span>
            <Bdi className="font-600 text-tkf">{amount}</Bdi>
          </li>
        ))}
      </ol>
    </>
  );
}

function Effect({ question }: { question: Exclude<PrizeQuestion, { act: 'confirm' }> }) {
  const t = useT();
  const isPublic = question.act === 'disqualify' || (question.act === 'no_prize' && question.isPublic);
  const words = question.act === 'paid' ? question.note : question.reason;
  return (
    <ul className="grid gap-2 text-paper-2">
      <li>
        {question.act === 'paid'
          ? t('prizes:effect.paid', { amount: question.amount })
          : t(`prizes:effect.${question.act}`)}
      </li>
      {question.act !== 'paid' && <li>{t(isPublic ? 'prizes:readByAll' : 'prizes:readByAdmins')}</li>}
      {words && <GivenReason as="li">{words}</GivenReason>}
    </ul>
  );
}
