-- What shows that accounts share a browser, for 30 days: a salted hash of network and user agent, one row for each
-- account and hash. With the salt of its period gone nobody can tell what a hash was made of.
create table mark_salts (
  period integer primary key,
  salt   bytea not null check (octet_length(salt) = 32)
);

create table browser_marks (
  id           bigint generated always as identity primary key,
  hash         bytea not null check (octet_length(hash) = 16),
  user_id      integer not null references users on delete cascade,
  last_seen_at timestamptz not null,
  unique (hash, user_id)
);

-- No foreign keys: what names a mark is emptied by the job that removes it.
alter table sessions add column mark_id bigint;
alter table fills add column mark_id bigint;
-- the newest fills that came from a browser, and those whose mark is due to go
create index fills_marked on fills (filled_at) where mark_id is not null;
