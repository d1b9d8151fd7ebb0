-- Dividends of bought feeds, each applied once in a season.
create table dividends (
  season_id    integer not null references seasons,
  symbol       text not null,
  ex_date      date not null,
  -- dollars a share
  per_share    numeric(18,6) not null check (per_share > 0),
  -- the opening of the ex-date: whoever held the share then is paid, or pays
  effective_at timestamptz not null,
  applied_at   timestamptz not null,
  primary key (season_id, symbol, ex_date)
);

-- What a dividend paid to a trader, or charged a short. Never changes.
create table position_dividends (
  id          bigint generated always as identity primary key,
  season_id   integer not null,
  symbol      text not null,
  ex_date     date not null,
  user_id     integer not null,
  -- the trader's newest fill and split at that moment: the dividend comes after them, and before all later ones
  after_fill  bigint not null,
  after_split bigint not null,
  -- held at the opening, below zero for a short
  quantity    numeric(18,6) not null check (quantity <> 0),
  amount      numeric(20,2) not null,
  unique (season_id, user_id, symbol, ex_date),
  foreign key (season_id, symbol, ex_date) references dividends,
  foreign key (season_id, user_id) references accounts
);
create trigger position_dividends_append_only before update or delete or truncate on position_dividends
  for each statement execute function refuse_change();

alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in
  ('season_grant', 'trade', 'forced_cover', 'dividend', 'season_reset', 'level_reward', 'purchase'));

-- Cash falls below zero only by what dividends charged the account's shorts, and orders then hold nothing.
alter table accounts add column dividends_charged numeric(20,2) not null default 0 check (dividends_charged >= 0);
alter table accounts drop constraint accounts_cash_check;
alter table accounts add constraint accounts_cash_check check (cash >= -dividends_charged);
alter table accounts drop constraint accounts_held;
alter table accounts add constraint accounts_held check (held >= 0 and held <= greatest(cash, 0));

-- A season that waits begins by the newest rules; one that has begun keeps its own.
update seasons s set rules_version = 6
  where status = 'waiting' and not exists (select from fills f where f.season_id = s.id);
