-- Announcements tell everybody of a season, of a change of its terms, of a recording, or what an admin wrote.
create table announcements (
  id            integer primary key generated always as identity,
  kind          text not null check (kind in
    ('openSoon', 'open', 'endSoon', 'lastHour', 'over', 'confirmed', 'changed', 'recording', 'hand')),
  -- the number of the season; null where it is about none
  season        integer,
  -- keys of the locales and their parameters; {"en", "he"} for the text of an admin
  title         jsonb not null,
  message       jsonb not null,
  -- who wrote it; null for an automatic one
  author_id     integer references users,
  written_at    timestamptz not null,
  -- null for a draft; a sent one is never changed
  sent_at       timestamptz,
  -- until when pages show it
  notice_until  timestamptz,
  constraint announcements_sent check (kind = 'hand' or sent_at is not null)
);
create unique index announcements_season_kind on announcements (season, kind) where kind not in ('changed', 'recording', 'hand');
create index announcements_sent_at on announcements (sent_at desc);

-- The kinds of automatic announcements that are off.
alter table competition add column silent_kinds text[] not null default '{}';

-- A notification of an announcement has its texts there. `notice_until`: until when pages show it while it is unread.
alter table notifications
  alter column title drop not null,
  alter column message drop not null,
  add column announcement_id integer references announcements,
  add column notice_until timestamptz,
  add constraint notifications_texts check (announcement_id is not null or title is not null and message is not null);
create index notifications_notice on notifications (user_id, id desc) where read_at is null and notice_until is not null;
alter table notifications drop constraint notifications_topic_check;
alter table notifications add constraint notifications_topic_check check (topic in
  ('order', 'cover', 'split', 'season', 'announcement', 'prize', 'message', 'report', 'measure', 'security'));
