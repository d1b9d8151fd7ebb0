-- Share splits that were applied to open positions, each once.
create table splits (
  symbol       text not null,
  split_date   date not null,
  -- one old share became numerator/denominator new ones
  numerator    integer not null check (numerator > 0),
  denominator  integer not null check (denominator > 0),
  -- the opening of its first session
  effective_at timestamptz not null,
  applied_at   timestamptz not null,
  primary key (symbol, split_date)
);

-- What a split did to each position; no money moved. Never changes.
create table position_splits (
  id              bigint generated always as identity primary key,
  symbol          text not null,
  split_date      date not null,
  season_id       integer not null,
  user_id         integer not null,
  position_id     bigint not null references positions,
  -- the trader's newest fill at that moment: what was replayed before it, and what after
  after_fill      bigint not null,
  quantity_before numeric(18,6) not null check (quantity_before > 0),
  -- shares that came (negative: went) after the split took effect: new ones already
  quantity_since  numeric(18,6) not null,
  quantity_after  numeric(18,6) not null check (quantity_after > 0),
  entry_before    numeric(22,8) not null,
  entry_after     numeric(22,8) not null,
  applied_at      timestamptz not null,
  unique (position_id, split_date),
  foreign key (symbol, split_date) references splits,
  foreign key (season_id, user_id) references accounts
);
create index position_splits_user on position_splits (user_id, season_id);
create trigger position_splits_append_only before update or delete or truncate on position_splits
  for each statement execute function refuse_change();
