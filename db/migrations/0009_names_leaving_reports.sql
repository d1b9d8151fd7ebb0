-- Names people had, accounts that are left or barred, and reports.

alter table users
  -- deletion was asked for, and is carried out then
  add leaves_at        timestamptz,
  add deleted_at       timestamptz,
  add exported_at      timestamptz,
  -- infinity: for good
  add suspended_until  timestamptz,
  add suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  -- why another name has to be chosen before anything else
  add name_fault       text check (char_length(name_fault) between 1 and 500),
  drop constraint users_check,
  add constraint users_way_in
    check (password_hash is not null or discord_id is not null or is_simulated or deleted_at is not null);
create index users_leaving on users (leaves_at) where leaves_at is not null;
create index users_suspended on users (suspended_until) where suspended_until is not null;
create trigger users_renamed after update of username on users for each row
  when (old.username is distinct from new.username) execute function note_changed_admin();

-- Reserved for who had them for 90 days; their history for admins.
create table former_names (
  id           bigint generated always as identity primary key,
  user_id      integer not null references users on delete cascade,
  username     text not null,
  username_key text not null,
  changed_at   timestamptz not null default now()
);
create index former_names_key on former_names (username_key);
create index former_names_user on former_names (user_id, changed_at);

-- SHA-256 of the keys of deleted accounts: nobody may have these names again.
create table retired_names (
  key_hash bytea primary key check (octet_length(key_hash) = 32)
);

-- Why somebody is not ranked: an admin decided so, the account was deleted, or it is suspended for a time.
alter table disqualifications
  add kind text not null default 'admin' check (kind in ('admin', 'deleted', 'suspended'));
create trigger accounts_requalified after delete on disqualifications referencing old table as changed
  for each statement execute function note_changed_accounts();

create table reports (
  id          integer generated always as identity primary key,
  reporter_id integer references users,
  target_id   integer not null references users,
  reason      text not null check (reason in ('cheating', 'name', 'pretending', 'other')),
  message     text not null check (char_length(message) <= 1000),
  created_at  timestamptz not null default now(),
  closed_at   timestamptz,
  closed_by   integer references users
);
create unique index reports_open_once on reports (reporter_id, target_id) where closed_at is null;
create index reports_open on reports (target_id, created_at) where closed_at is null;
create index reports_reporter on reports (reporter_id, created_at);

-- What admins did about a person, with the reason that the person reads.
create table measures (
  id       integer generated always as identity primary key,
  user_id  integer not null references users,
  admin_id integer references users,
  action   text not null check (action in ('dismiss', 'warn', 'new_name', 'suspend', 'ban', 'lift')),
  reason   text not null check (char_length(reason) between 1 and 500),
  until    timestamptz,
  at       timestamptz not null default now()
);
create index measures_user on measures (user_id, id);
