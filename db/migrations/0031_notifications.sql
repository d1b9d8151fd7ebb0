-- What happened to a person's orders, account, reports and seasons. Rows are deleted after 90 days.
create table notifications (
  id      bigint primary key generated always as identity,
  user_id integer not null references users,
  topic   text not null check (topic in ('order', 'cover', 'split', 'season', 'report', 'measure', 'security')),
  -- a key of the locales and its parameters, worded when somebody reads it
  title   jsonb not null,
  message jsonb not null,
  at      timestamptz not null,
  read_at timestamptz
);
create index notifications_user_id on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_at on notifications (at);
