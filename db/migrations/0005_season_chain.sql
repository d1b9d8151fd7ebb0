-- What a season commits to while it runs (docs/rules/14-season-bundle.md): each link is a hash of the fills, order events and
-- edited rules since the one before, chained to its head. Never changes.
create table season_chain (
  season_id   integer not null references seasons,
  seq         integer not null check (seq > 0),
  at          timestamptz not null,
  -- how many edits of the rules it covers
  rules       integer not null check (rules >= 0),
  -- null without a row of the kind
  first_fill  bigint,
  first_event bigint,
  -- the newest row that this link or an earlier one covers, 0 before there is any
  last_fill   bigint not null,
  last_event  bigint not null,
  rows_hash   bytea not null check (octet_length(rows_hash) = 32),
  head        bytea not null check (octet_length(head) = 32),
  primary key (season_id, seq)
);
create trigger season_chain_append_only before update or delete or truncate on season_chain
  for each statement execute function refuse_change();
