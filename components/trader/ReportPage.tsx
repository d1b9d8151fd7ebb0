import { REPORT_REASONS } from '#core/contract/safety.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { Sheet } from '../account/Sheet.tsx';
import { Submit } from '../ui/Button.tsx';
import { FieldIssue, TextField } from '../ui/Field.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';

type Props = {
  username: string;
  next: string;
  typed: Readonly<Record<string, string>>;
  issue: string | undefined;
};

export function ReportPage({ username, next, typed, issue }: Props) {
  const t = useT();
  return (
    <Sheet
      title={t('reports:reportTitle', { username: nameInSentence(username) })}
      lead={t('reports:reportLead')}
      back={{ href: next, label: t('reports:back') }}
    >
      <form className="card grid gap-4 p-4" method="post" action="/api/reports" noValidate>
        <HiddenFields fields={{ username, next }} />
        <fieldset className="grid gap-2" aria-describedby={issue && 'issue-reason'}>
          <legend className="label">{t('reports:why')}</legend>
          {REPORT_REASONS.map((reason) => (
            <label key={reason} className="choice">
              <input
                type="radio"
                name="reason"
                value={reason}
                required
                defaultChecked={typed.reason === reason}
              />
              {t(`reports:reason.${reason}`)}
            </label>
          ))}
          {issue && <FieldIssue id="issue-reason">{issue}</FieldIssue>}
        </fieldset>
        <TextField
          name="message"
          label={t('reports:more')}
          rows={4}
          maxLength={1000}
          dir="auto"
          defaultValue={typed.message ?? ''}
        />
        <Submit>{t('reports:send')}</Submit>
      </form>
    </Sheet>
  );
}
