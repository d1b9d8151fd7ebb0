-- Leagues: some traders' own table over a season, entered by an invitation.
create table leagues (
  id            text primary key check (id ~ '^[2-9A-HJ-NP-Z]{6}$'),
  -- of the invitation; a new code ends the old one
  code          text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  -- the season may not have opened yet
  season_number integer not null check (season_number > 0),
  owner_id      integer not null references users,
  name          text not null check (char_length(name) between 3 and 40),
  about         text not null check (char_length(about) <= 500),
  prize         text not null check (char_length(prize) <= 140),
  joining       text not null check (joining in ('open', 'approval', 'closed')),
  -- whether people may join once the season runs
  is_late_open  boolean not null,
  created_at    timestamptz not null,
  archived_at   timestamptz
);
create index leagues_owner on leagues (owner_id);

create table league_members (
  league_id   text not null references leagues on delete cascade,
  user_id     integer not null references users,
  state       text not null check (state in ('waiting', 'in', 'left', 'removed')),
  is_helper   boolean not null default false,
  -- when the member was in for the first time; null for a request that was never approved
  joined_at   timestamptz,
  -- dollars at that moment; null: the start cash, because the season had not started
  base_equity numeric(20,2),
  changed_at  timestamptz not null,
  -- why the owner removed the member
  reason      text check (char_length(reason) between 1 and 200),
  primary key (league_id, user_id)
);
create index league_members_user on league_members (user_id);

-- What owners changed: the members read it beside the rules.
create table league_changes (
  id        bigint primary key generated always as identity,
  league_id text not null references leagues on delete cascade,
  user_id   integer not null references users,
  field     text not null,
  before    text not null,
  after     text not null,
  at        timestamptz not null
);
create index league_changes_league on league_changes (league_id, id desc);

alter table notifications drop constraint notifications_topic_check;
alter table notifications add constraint notifications_topic_check check (topic in
  ('order', 'cover', 'split', 'season', 'announcement', 'prize', 'message', 'league', 'report', 'measure', 'security'));
