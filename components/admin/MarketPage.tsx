import { useT } from '#framework/page.tsx';
import { Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { GivenReason, ReasonField } from './measure-parts.tsx';

const PATH = '/admin/market';

/** A symbol that traders hold and that has no price. `about` and `since` are formatted texts. */
type UnpricedView = { symbol: string; about: string; since: string };

/** An action that an admin must confirm. `shownPrice` is formatted. */
export type SymbolQuestion =
  | { act: 'rename'; symbol: string; newSymbol: string }
  | { act: 'settle'; symbol: string; price: string; shownPrice: string; reason: string };

/** A change of a symbol; formatted texts. */
type ChangeView = { id: string; what: string; about: string };

type Props = {
  /** Null while the price feed does not respond. */
  unpriced: readonly UnpricedView[] | null;
  changes: readonly ChangeView[];
  typed: Readonly<Record<string, string>>;
  issues: Readonly<Record<string, string>>;
  question: SymbolQuestion | null;
};

/**
 * /admin/market: symbols that traders hold and that the price feed no longer has. An admin can rename or settle them.
 */
export function MarketPage({ unpriced, changes, typed, issues, question }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-6">
      <div>
        <h1 className="text-h1">{t('symbols:title')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{t('symbols:about')}</p>
      </div>
      {!unpriced?.length ? (
        <EmptyState shape="circle">{t(unpriced ? 'symbols:none' : 'symbols:unread')}</EmptyState>
      ) : (
        <ul className="grid gap-4">
          {unpriced.map((each) => {
            const isTyped = typed.symbol === each.symbol;
            return (
              <Unpriced
                key={each.symbol}
                {...each}
                typed={isTyped ? typed : {}}
                issues={isTyped ? issues : {}}
              />
            );
          })}
        </ul>
      )}
      {changes.length > 0 && (
        <TitledSection id="changes" title={t('symbols:log')}>
          <ol className="mt-2 [&>li+li]:border-t">
            {changes.map(({ id, what, about }) => (
              <li key={id} className="py-3">
                <p className="font-500">{what}</p>
                <p className="text-caption text-paper-3 [overflow-wrap:anywhere]">
                  <bdi>{about}</bdi>
                </p>
              </li>
            ))}
          </ol>
        </TitledSection>
      )}
      {question && <Question question={question} />}
    </div>
  );
}

/**
 * The forms that rename or settle a symbol. Submitting one opens this page again, with a dialog that asks for
 * confirmation.
 */
function Unpriced({ symbol, about, since, typed, issues }: UnpricedView & Pick<Props, 'typed' | 'issues'>) {
  const t = useT();
  return (
    <li className="card grid gap-4 p-4">
      <div>
        <h2 className="text-h3">
          <Bdi>{symbol}</Bdi>
        </h2>
        <p className="text-size-small text-paper-2">
          {about} · {since}
        </p>
      </div>
      <form
        className="grid items-start gap-3 border-t border-line-1 pt-4 sm:grid-cols-[1fr_auto]"
        action={PATH}
        aria-label={`${t('symbols:rename')}: ${symbol}`}
      >
        <input type="hidden" name="symbol" value={symbol} />
        <Field
          name="newSymbol"
          id={`new-${symbol}`}
          label={t('symbols:newSymbol')}
          hint={t('symbols:renameHint')}
          issue={issues.newSymbol}
          defaultValue={typed.newSymbol}
          maxLength={10}
          dir="ltr"
          required
        />
        <Next act="rename" />
      </form>
      <form
        className="grid items-start gap-3 border-t border-line-1 pt-4 sm:grid-cols-[1fr_2fr_auto]"
        action={PATH}
        aria-label={`${t('symbols:settle')}: ${symbol}`}
      >
        <input type="hidden" name="symbol" value={symbol} />
        <Field
          name="price"
          id={`price-${symbol}`}
          label={t('symbols:price')}
          issue={issues.price}
          defaultValue={typed.price}
          maxLength={20}
          inputMode="decimal"
          dir="ltr"
          required
        />
        <ReasonField
          id={`reason-${symbol}`}
          label={t('symbols:reason')}
          hint={t('symbols:reasonHint')}
          issue={issues.reason}
          defaultValue={typed.reason}
        />
        <Next act="settle" />
      </form>
    </li>
  );
}

function Next({ act }: Pick<SymbolQuestion, 'act'>) {
  const t = useT();
  return (
    <Submit look="secondary" className="min-h-10 coarse:min-h-11 sm:mt-5.5" name="act" value={act}>
      {t(`symbols:${act}`)}
    </Submit>
  );
}

function Question({ question }: { question: SymbolQuestion }) {
  const t = useT();
  const { act, symbol } = question;
  const isRename = act === 'rename';
  const values: Record<string, string> = isRename
    ? { symbol, newSymbol: question.newSymbol }
    : { symbol, price: question.price, reason: question.reason };
  const words: Record<string, string> = isRename ? values : { symbol, price: question.shownPrice };
  return (
    <ConfirmDialog
      title={t(isRename ? 'symbols:askRename' : 'symbols:askSettle', words)}
      back={PATH}
      action={isRename ? '/api/rename-symbol' : '/api/settle-symbol'}
      fields={values}
      submit={t(`symbols:${act}`)}
      isDanger={!isRename}
    >
      <ul className="grid gap-2 text-paper-2">
        <li>{t(isRename ? 'symbols:effectRename' : 'symbols:effectSettle', words)}</li>
        {isRename && <li>{t('symbols:effectBoth', { symbol })}</li>}
        <li>{t('symbols:effectTold')}</li>
        {!isRename && <GivenReason as="li">{question.reason}</GivenReason>}
      </ul>
    </ConfirmDialog>
  );
}
