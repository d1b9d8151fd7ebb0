import { addressOf, pageField } from '#core/contract/address.ts';
import { LEAGUE_REASON } from '#core/leagues/leagues.ts';
import { firstOrder, type RosterColumn, type RosterOrder } from '#core/leagues/roster.ts';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import { PageLinks, SortHead } from '../ui/Links.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { MemberGroup } from './MembersTab.tsx';
import type { ChosenMember, LeagueDeskView, MemberView, RosterRow } from './view.ts';

type Props = LeagueDeskView & { id: string };

const deskHref = (
  id: string,
  { by, direction: dir }: RosterOrder,
  { page = 1, member }: { page?: number; member?: number } = {},
) => addressOf(`/leagues/${id}/desk`, { by, dir, ...pageField(page), member });

/** The desk of a league: requests, members, removed people, and the code of the invitation. */
export function DeskTab(props: Props) {
  const { id, rows, waiting, removed, canRenew, notes, files, order, page, pages, chosen } = props;
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-7">
      {waiting.length > 1 && (
        <PostButton
          action={`/api/leagues/${id}/approve`}
          fields={{ people: waiting.map(({ userId }) => userId).join(',') }}
          place="justify-self-start"
        >
          {t('leagues:approveAll', { count: waiting.length })}
        </PostButton>
      )}
      <MemberGroup title={t('leagues:pending')} people={waiting}>
        {(member) => (
          <div className="flex gap-2">
            <Act id={id} member={member} action="approve" look="primary" />
            <Act id={id} member={member} action="refuse" />
          </div>
        )}
      </MemberGroup>
      <TitledSection title={t('leagues:people')}>
        {rows.length === 0 ? (
          <div className="mt-3">
            <EmptyState shape="square">{t('leagues:desk.none')}</EmptyState>
          </div>
        ) : (
          <>
            {notes.map((note) => (
              <p key={note} className="mt-2 max-w-[72ch] text-size-small text-paper-3">
                {note}
              </p>
            ))}
            <Roster {...props} />
            <PageLinks page={page} pages={pages} hrefOf={(to) => deskHref(id, order, { page: to })} />
            <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
              {files.map(({ href, label }) => (
                <a key={href} className="underline underline-offset-4" href={href} download>
                  {label}
                </a>
              ))}
            </p>
          </>
        )}
      </TitledSection>
      <MemberGroup title={t('leagues:removed')} people={removed}>
        {(member) => <Act id={id} member={member} action="readmit" />}
      </MemberGroup>
      {canRenew && (
        <form className="card grid max-w-120 gap-2 p-4" method="post" action={`/api/leagues/${id}/code`}>
          <p className="text-size-small text-paper-2">{t('leagues:renewHint')}</p>
          <Submit look="secondary" className="w-fit">
            {t('leagues:renew')}
          </Submit>
        </form>
      )}
      {chosen && <MemberDialog {...props} member={chosen} />}
    </div>
  );
}

/** The maximum number of columns in a table of normal width. A table with more columns is wider (screener.css). */
const NARROW_COLUMNS = 7;

function Roster({ id, rows, columns, order, page }: Props) {
  const t = useT();
  return (
    <div className="scan-scroll mt-3">
      <div className="scan-clip" data-wide={columns.length > NARROW_COLUMNS || undefined}>
        <table className="scan">
          <thead>
            <tr>
              {columns.map((column) => (
                <RosterHead key={column} id={id} column={column} order={order} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.userId}>
                <th scope="row" data-column="name" className="scan-first">
                  <a className="scan-link" href={deskHref(id, order, { page, member: row.userId })}>
                    <span className="min-w-0">
                      <span className="block truncate font-600">
                        <bdi>{row.username}</bdi>
                      </span>
                      {row.role && (
                        <span className="block text-caption text-paper-3">
                          {t(`leagues:role.${row.role}`)}
                        </span>
                      )}
                    </span>
                  </a>
                </th>
                {columns.map(
                  (column) => column !== 'name' && <Cell key={column} column={column} row={row} />,
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function RosterHead({ id, column, order }: { id: string; column: RosterColumn; order: RosterOrder }) {
  const t = useT();
  const isCurrent = order.by === column;
  const next: RosterOrder = isCurrent
    ? { by: column, direction: order.direction === 'asc' ? 'desc' : 'asc' }
    : firstOrder(column);
  return (
    <SortHead
      column={column}
      className={column === 'name' ? 'scan-first' : undefined}
      href={deskHref(id, next)}
      direction={isCurrent ? order.direction : null}
    >
      {t(`leagues:desk.column.${column}`)}
    </SortHead>
  );
}

type Figure = Exclude<RosterColumn, 'name'>;

const Text = ({ column, row: { change, texts } }: { column: Figure; row: RosterRow }) =>
  column === 'change' ? (
    <Change value={change} text={texts.change} />
  ) : column === 'joined' || column === 'seen' || column === 'reasons' ? (
    <bdi>{texts[column]}</bdi>
  ) : (
    <Bdi>{texts[column]}</Bdi>
  );

const Cell = (props: { column: Figure; row: RosterRow }) => (
  <td data-column={props.column}>
    <Text {...props} />
  </td>
);

type ActionName = 'approve' | 'refuse' | 'readmit' | 'helper' | 'member' | 'owner';
const ACTION_TEXT = {
  approve: 'leagues:approve',
  refuse: 'leagues:refuse',
  readmit: 'leagues:readmit',
  helper: 'leagues:helper',
  member: 'leagues:member',
  owner: 'leagues:handOver',
} as const satisfies Record<ActionName, string>;

type Person = Pick<MemberView, 'userId' | 'username'>;
type ActProps = { id: string; member: Person; action: ActionName; look?: 'primary' };

function Act({ id, member: { userId, username }, action, look }: ActProps) {
  const t = useT();
  const text = t(ACTION_TEXT[action]);
  return (
    <PostButton
      action={`/api/leagues/${id}/members/${userId}`}
      fields={{ action }}
      look={look ?? 'secondary'}
      className="btn-small"
      aria-label={t('leagues:of', { action: text, name: username })}
    >
      {text}
    </PostButton>
  );
}

/** A member's figures, and the actions of the owner or a helper. */
function MemberDialog({ id, order, page, columns, member }: Props & { member: ChosenMember }) {
  const t = useT();
  const hrefOf = useLocalHref();
  const { userId, username, role, positions, canRemove, isOwnersChoice, issue } = member;
  return (
    <PageDialog title={username} back={deskHref(id, order, { page })}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
        {columns.map(
          (column) =>
            column !== 'name' && (
              <div key={column} className="contents">
                <dt className="text-paper-2">{t(`leagues:desk.column.${column}`)}</dt>
                <dd className="text-end">
                  <Text column={column} row={member} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
        {positions && (
          <a className="underline underline-offset-4" href={positions}>
            {t('leagues:positions.link')}
          </a>
        )}
        <a className="underline underline-offset-4" href={hrefOf(traderPageHref(username))}>
          {t('leagues:desk.profile')}
        </a>
      </p>
      {isOwnersChoice && (
        <div className="mt-5 flex flex-wrap gap-2">
          <Act id={id} member={member} action={role === 'helper' ? 'member' : 'helper'} />
          <Act id={id} member={member} action="owner" />
        </div>
      )}
      {canRemove && (
        <form className="mt-5 grid gap-3" method="post" action={`/api/leagues/${id}/members/${userId}`}>
          <input type="hidden" name="action" value="remove" />
          <Field
            name="reason"
            label={t('leagues:reason')}
            issue={issue}
            maxLength={LEAGUE_REASON}
            dir="auto"
            required
          />
          <Submit
            look="danger"
            className="w-fit"
            aria-label={t('leagues:of', { action: t('leagues:remove'), name: username })}
          >
            {t('leagues:remove')}
          </Submit>
        </form>
      )}
    </PageDialog>
  );
}
