import { ACCOUNT_ROLES, type AccountRole } from '#core/account/permissions.ts';
import { useT } from '#framework/page.tsx';
import { Field, SelectField } from '../ui/Field.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';

type Props = {
  /** The account's number. */
  id: number;
  username: string;
  role: AccountRole;
};

/** Asks for a role and a reason; its response is the page with the question. */
export function RoleForm({ id, role }: Props) {
  const t = useT();
  return (
    <form className="card grid gap-4 p-4" action={`/admin/people/${id}`}>
      <p className="max-w-[72ch] text-paper-2">{t(`people:role.now.${role}`)}</p>
      <div className="grid gap-4 sm:grid-cols-[auto_1fr]">
        <SelectField
          name="role"
          label={t('people:role.new')}
          options={ACCOUNT_ROLES.filter((other) => other !== role).map((other) => [
            other,
            t(`people:role.${other}`),
          ])}
        />
        <Field
          name="reason"
          id="role-reason"
          label={t('people:role.reason')}
          maxLength={500}
          required
          dir="auto"
        />
      </div>
      <button type="submit" className="btn btn-secondary w-fit">
        {t('people:role.go')}
      </button>
    </form>
  );
}

/** Asks for confirmation of a role: whose, what it means, and the reason for the log. */
export function RoleDialog({ id, username, role, next, reason }: Props & RoleChoice) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('people:role.ask')}
      back={`/admin/people/${id}`}
      action="/api/role"
      fields={{ username, role: next, reason }}
      submit={t(`people:role.make.${next}`)}
      isDanger={next !== 'moderator'}
    >
      <p>
        <bdi className="font-600 [overflow-wrap:anywhere]">{username}</bdi>{' '}
        <span className="text-paper-2">
          {t('people:role.change', { before: t(`people:role.${role}`), after: t(`people:role.${next}`) })}
        </span>
      </p>
      <p className="mt-3 text-paper-2">{t(`people:role.effect.${next}`)}</p>
      <p dir="auto" className="mt-3 border-s-2 border-line-2 ps-3 text-paper-2 [overflow-wrap:anywhere]">
        {reason}
      </p>
    </ConfirmDialog>
  );
}

/** A role that waits for confirmation. */
export type RoleChoice = { next: AccountRole; reason: string };
