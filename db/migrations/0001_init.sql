-- Accounts, seasons, trading, ledger, progression. Money is numeric(20,2) dollars, prices numeric(18,4),
-- quantities numeric(18,6): the exact decimals core/money.ts computes with. The constraints are the last guard.

create table users (
  id            integer generated always as identity primary key,
  username      text not null check (char_length(username) between 3 and 20),
  -- NFKC, case-folded and with look-alike letters mapped together: what must be unique
  username_key  text not null unique,
  password_hash text,
  discord_id    text unique,
  is_admin      boolean not null default false,
  -- simulated traders of the demo; ranked like everybody, never able to sign in
  is_simulated  boolean not null default false,
  -- null until they choose one: the browser's language decides
  locale        text check (locale in ('en', 'he')),
  created_at    timestamptz not null default now(),
  check (password_hash is not null or discord_id is not null or is_simulated)
);

create table sessions (
  token_hash   bytea primary key check (octet_length(token_hash) = 32),
  user_id      integer not null references users on delete cascade,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- One row: what /api/competition-details tells and admins edit.
create table competition (
  id                    integer primary key default 1 check (id = 1),
  prize_pool            numeric(20,2) not null default 50 check (prize_pool >= 0),
  next_competition_date text not null default '3.8'
);
insert into competition default values;

create table seasons (
  id          integer generated always as identity primary key,
  number      integer not null unique check (number > 0),
  -- waiting: opened by Reset, not started; ended: frozen; archived: ended and its open rows closed
  status      text not null check (status in ('waiting', 'active', 'ended', 'archived')),
  start_cash  numeric(20,2) not null check (start_cash > 0),
  prize_pool  numeric(20,2) not null check (prize_pool >= 0),
  rules       jsonb not null default '{}',
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  ended_at    timestamptz,
  check ((status = 'waiting') = (started_at is null)),
  check ((status in ('ended', 'archived')) = (ended_at is not null))
);
-- at most one season is open for trading or waiting for it
create unique index seasons_one_current on seasons ((true)) where status in ('waiting', 'active');

-- The simulated tape's seeds. From effective_from on, prices follow this seed, until the next epoch's
-- effective_from. A seed becomes public only when a later epoch is in effect.
create table tape_epochs (
  id             integer generated always as identity primary key,
  season_id      integer references seasons,
  effective_from timestamptz not null unique,
  seed           bytea not null check (octet_length(seed) = 32),
  seed_hash      bytea not null check (octet_length(seed_hash) = 32)
);

-- A user's standing cash in one season. Every trade of the user bumps `version`: the guard of the
-- single-statement commit.
create table accounts (
  season_id     integer not null references seasons,
  user_id       integer not null references users,
  cash          numeric(20,2) not null check (cash >= 0),
  realised_pnl  numeric(20,2) not null default 0,
  trade_count   integer not null default 0 check (trade_count >= 0),
  last_trade_at timestamptz,
  version       bigint not null default 0,
  primary key (season_id, user_id)
);

-- One row per position from its first fill to zero. quantity 0 <=> closed_at set.
create table positions (
  id              bigint generated always as identity primary key,
  season_id       integer not null,
  user_id         integer not null,
  symbol          text not null check (symbol ~ '^[A-Z0-9.$^-]{1,6}$'),
  is_short        boolean not null,
  quantity        numeric(18,6) not null check (quantity >= 0),
  opened_quantity numeric(18,6) not null check (opened_quantity > 0),
  -- weighted average entry; reducing never changes it
  entry_price     numeric(22,8) not null check (entry_price > 0),
  -- what the open quantity took from cash, in whole cents: the exact base of every P&L
  cost            numeric(20,2) not null check (cost >= 0),
  -- what its closes earned so far, exactly (core/xp.ts): XP before it last grew, and price move × quantity since
  xp_carry        numeric not null default 0 check (xp_carry >= 0),
  xp_gain         numeric not null default 0 check (xp_gain >= 0),
  opened_at       timestamptz not null,
  closed_at       timestamptz,
  foreign key (season_id, user_id) references accounts,
  check ((quantity = 0) = (closed_at is not null))
);
create unique index positions_open on positions (season_id, user_id, symbol) where closed_at is null;
create index positions_user on positions (user_id, season_id);

-- Every execution, as it happened.
create table fills (
  id           bigint generated always as identity primary key,
  season_id    integer not null,
  user_id      integer not null,
  position_id  bigint not null references positions,
  symbol       text not null,
  action       text not null check (action in ('buy', 'sell', 'short', 'cover')),
  quantity     numeric(18,6) not null check (quantity > 0),
  price        numeric(18,4) not null check (price > 0),
  cash_delta   numeric(20,2) not null,
  -- the price the trader's popover showed, if it was sent
  quoted_price numeric(18,4),
  quote_at     timestamptz not null,
  quote_age_ms integer not null check (quote_age_ms >= 0),
  source       text not null,
  reason       text check (reason in ('forced_cover', 'season_reset', 'reverse')),
  filled_at    timestamptz not null,
  foreign key (season_id, user_id) references accounts
);
create index fills_user on fills (user_id, season_id, id);
create index fills_season on fills (season_id, id);

-- One row per closed slice of a position (SPEC's closed trades).
create table closed_trades (
  id           bigint generated always as identity primary key,
  position_id  bigint not null references positions,
  fill_id      bigint references fills,
  season_id    integer not null,
  user_id      integer not null,
  symbol       text not null,
  is_short     boolean not null,
  quantity     numeric(18,6) not null check (quantity > 0),
  -- opening and closing leg, whatever the direction
  entry_price  numeric(22,8) not null,
  exit_price   numeric(18,4) not null,
  pnl          numeric(20,2) not null,
  pnl_percent  numeric(12,2) not null,
  xp           numeric(14,2) not null default 0 check (xp >= 0),
  close_reason text not null default 'order' check (close_reason in ('order', 'forced_cover', 'season_reset', 'reverse')),
  opened_at    timestamptz not null,
  closed_at    timestamptz not null,
  foreign key (season_id, user_id) references accounts
);
create index closed_trades_user on closed_trades (user_id, season_id, id desc);

-- Append-only: every movement of dollars (per season) and TKF (for life). SUM(amount) is the balance.
create table ledger (
  id        bigint generated always as identity primary key,
  user_id   integer not null references users,
  season_id integer references seasons,
  currency  text not null check (currency in ('USD', 'TKF')),
  kind      text not null check (kind in ('season_grant', 'trade', 'forced_cover', 'season_reset', 'level_reward', 'purchase')),
  amount    numeric(20,2) not null,
  ref       text,
  at        timestamptz not null default now(),
  check ((currency = 'USD') = (season_id is not null))
);
create index ledger_user on ledger (user_id, currency, season_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();

-- XP and TKF live across seasons.
create table progress (
  user_id integer primary key references users,
  xp      numeric(14,2) not null default 0 check (xp >= 0),
  level   integer not null default 0 check (level >= 0),
  tkf     integer not null default 0 check (tkf >= 0),
  version bigint not null default 0
);
create table level_rewards (
  user_id integer not null references users,
  level   integer not null check (level > 0),
  primary key (user_id, level)
);

-- The first answer to each Idempotency-Key, replayed for every repeat.
create table idempotency_keys (
  user_id    integer not null references users,
  key        text not null check (char_length(key) between 1 and 200),
  body_hash  bytea not null,
  status     integer not null,
  response   text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- The final table of an ended season; never changes.
create table results (
  season_id    integer not null references seasons,
  user_id      integer not null references users,
  place        integer not null,
  row_number   integer not null,
  ranked       boolean not null,
  equity       numeric(20,2) not null,
  realised_pnl numeric(20,2) not null,
  trade_count  integer not null,
  tier         text not null,
  primary key (season_id, user_id),
  unique (season_id, row_number)
);
-- the price every open position was marked at when the season ended
create table season_marks (
  season_id integer not null references seasons,
  symbol    text not null,
  price     numeric(18,4) not null,
  marked_at timestamptz not null,
  primary key (season_id, symbol)
);

create table audit (
  id      bigint generated always as identity primary key,
  user_id integer references users,
  action  text not null,
  before  jsonb,
  after   jsonb,
  at      timestamptz not null default now()
);
