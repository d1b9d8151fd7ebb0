-- What happened on a day of the contest's zone: how often an event was counted, and figures of a closed day. A day with the
-- event 'closed' is not computed again. No person is named.
create table counts (
  day   date not null,
  event text not null check (char_length(event) between 1 and 40),
  n     bigint not null check (n >= 0),
  primary key (day, event)
);

-- The figures of a day read its rows alone. Fills and order events are written often and in the order of time.
create index fills_recorded on fills using brin (recorded_at) with (pages_per_range = 16, autosummarize = on);
create index order_events_recorded on order_events using brin (recorded_at) with (pages_per_range = 16, autosummarize = on);
create index users_created on users (created_at);
create index contact_messages_created on contact_messages (created_at);
create index reports_created on reports (created_at);
