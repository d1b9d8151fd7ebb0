import { useT } from '#framework/page.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { CurrentPasswordField, Sheet } from './Sheet.tsx';
import { CodeList } from './SignInPages.tsx';

export function LoginCodePage() {
  const t = useT();
  return (
    <Sheet
      title={t('safety:factorTitle')}
      lead={t('safety:factorAsk')}
      back={{ href: '/auth', label: t('safety:backToLogin') }}
    >
      <form className="card grid gap-4 p-4" method="post" action="/api/login/code">
        <AppCodeField />
        <Submit className="min-h-11">{t('auth:login')}</Submit>
      </form>
      <details className="card p-4">
        <summary className="min-h-6 cursor-pointer coarse:min-h-11">{t('safety:factorLost')}</summary>
        <form className="mt-4 grid gap-4" method="post" action="/api/login/code">
          <SpareCodeField />
          <Submit look="secondary" className="min-h-11">
            {t('auth:login')}
          </Submit>
        </form>
        <p className="mt-4 text-size-small text-paper-2">{t('safety:factorLostAll')}</p>
      </details>
    </Sheet>
  );
}

function AppCodeField() {
  const t = useT();
  return (
    <Field
      name="code"
      label={t('safety:factorCode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      maxLength={7}
      required
    />
  );
}

function SpareCodeField() {
  const t = useT();
  return (
    <Field
      name="code"
      id="spare-code"
      label={t('safety:codeField')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      maxLength={64}
      required
    />
  );
}

/** The second factor; `since` and `codesLeft` are formatted texts. */
type FactorView =
  | { kind: 'off' }
  | { kind: 'begun'; secret: string; picture: { size: number; path: string } }
  | { kind: 'on'; since: string; codesLeft: string };

type FactorPageProps = {
  factor: FactorView;
  /** The recovery codes that were just created, to be shown once; null otherwise. */
  codes: readonly string[] | null;
  /** True for staff who must set up a second factor before they can open the staff's pages. */
  isRequired: boolean;
  hasPassword: boolean;
};

/** /settings/factor: sets the second factor up, shows its recovery codes once, and turns it off. */
export function FactorPage({ factor, codes, isRequired, hasPassword }: FactorPageProps) {
  const t = useT();
  if (codes)
    return (
      <Sheet title={t('safety:factorCodesTitle')} lead={t('safety:factorCodesOnce')}>
        <CodeList codes={codes} />
      </Sheet>
    );
  return (
    <Sheet
      title={t('safety:factorTitle')}
      lead={t(isRequired && factor.kind !== 'on' ? 'safety:factorRequired' : 'safety:factorLead')}
    >
      {factor.kind === 'off' && (
        <PostButton action="/api/second-factor/begin">{t('safety:factorBegin')}</PostButton>
      )}
      {factor.kind === 'begun' && <SetUp {...factor} />}
      {factor.kind === 'on' && <TurnOff {...factor} hasPassword={hasPassword} />}
    </Sheet>
  );
}

function SetUp({ secret, picture: { size, path } }: Extract<FactorView, { kind: 'begun' }>) {
  const t = useT();
  return (
    <form className="card grid gap-4 p-4" method="post" action="/api/second-factor/confirm">
      <p>{t('safety:factorScan')}</p>
      <svg
        className="w-full max-w-60 rounded bg-white text-black"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('safety:factorPicture')}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <div>
        <p className="text-size-small text-paper-2">{t('safety:factorKey')}</p>
        <p dir="ltr" className="mt-1 break-all rtl:text-end">
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </div>
      <AppCodeField />
      <Submit>{t('safety:factorConfirm')}</Submit>
    </form>
  );
}

function TurnOff({
  since,
  codesLeft,
  hasPassword,
}: Extract<FactorView, { kind: 'on' }> & Pick<FactorPageProps, 'hasPassword'>) {
  const t = useT();
  return (
    <>
      <p>
        {since} {codesLeft}
      </p>
      {hasPassword && (
        <form className="card grid gap-4 p-4" method="post" action="/api/second-factor/off">
          <CurrentPasswordField name="password" label={t('auth:password')} />
          <Submit look="danger">{t('safety:factorTurnOff')}</Submit>
        </form>
      )}
      <form className="card grid gap-4 p-4" method="post" action="/api/second-factor/off">
        <AppCodeField />
        <Submit look="danger">{t('safety:factorTurnOff')}</Submit>
      </form>
    </>
  );
}
