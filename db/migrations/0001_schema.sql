-- Money is numeric(20,2) dollars, prices numeric(18,4), entry prices numeric(22,8), quantities numeric(18,6): the exact
-- decimals core/money computes with. The constraints are the last guard; the rules are in core.

-- ---------------------------------------------------------------------------------------------------------- accounts

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
create index users_admin on users (id) where is_admin;
-- the names of a leaderboard page come from this index alone, however many users there are
create index users_name on users (id) include (username);

create table sessions (
  token_hash   bytea primary key check (octet_length(token_hash) = 32),
  user_id      integer not null references users on delete cascade,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- no foreign key: the job that removes a browser mark empties this
  mark_id      bigint
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- What shows that accounts share a browser, for 30 days: a salted hash of network and user agent, one row for each
-- account and hash. Once the salt of a period is gone nobody can tell what its hashes were made of.
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

-- ----------------------------------------------------------------------------------------------------------- seasons

-- One row: what admins edit. Every new season starts with a copy of the rules.
create table competition (
  id                    integer primary key default 1 check (id = 1),
  prize_pool            numeric(20,2) not null default 50 check (prize_pool >= 0),
  next_competition_date text not null default '3.8',
  -- when the competition starts and ends by itself; cleared once it has happened
  starts_at             timestamptz,
  ends_at               timestamptz,
  -- rules against abuse (core/trading/season-rules.ts), always with all their fields, so that two can be compared
  rules                 jsonb not null
    default '{"minPrice": "0.00", "maxShare": null, "minHoldMinutes": 0, "hideOpen": false}',
  constraint competition_ends_after_start check (ends_at > starts_at)
);
insert into competition default values;

create table seasons (
  id          integer generated always as identity primary key,
  number      integer not null unique check (number > 0),
  -- waiting: opened by Reset, not started; ended: frozen; archived: ended and its open rows closed
  status      text not null check (status in ('waiting', 'active', 'ended', 'archived')),
  start_cash  numeric(20,2) not null check (start_cash > 0),
  prize_pool  numeric(20,2) not null check (prize_pool >= 0),
  rules       jsonb not null
    default '{"minPrice": "0.00", "maxShare": null, "minHoldMinutes": 0, "hideOpen": false}',
  -- what the season is played under besides its rules (core/season/terms.ts); null until it starts
  terms       jsonb,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  ended_at    timestamptz,
  check ((status = 'waiting') = (started_at is null)),
  check ((status in ('ended', 'archived')) = (ended_at is not null))
);
-- at most one season is open for trading or waiting for it
create unique index seasons_one_current on seasons ((true)) where status in ('waiting', 'active');

-- Which rules held from which fill on: an edit waits for running trades (it locks the season's row), so every fill
-- before it has a smaller id. verify-season judges fills by these. A season without a row has none.
create table season_rules (
  season_id  integer not null references seasons,
  -- the first id a fill under these rules can have
  first_fill bigint not null,
  rules      jsonb not null,
  at         timestamptz not null,
  primary key (season_id, first_fill)
);

-- The simulated tape's seeds. From effective_from on prices follow this seed, until the next period's effective_from.
-- A seed becomes public only when a later period is in effect.
create table seed_periods (
  id               integer generated always as identity primary key,
  season_id        integer references seasons,
  -- among all periods, from 0 on: with the season's number what the seed is derived under
  number           integer not null unique check (number >= 0),
  effective_from   timestamptz not null unique,
  -- With SECRET_KEY a seed that is not public yet lies encrypted (AES-256-GCM: nonce, text, tag) and not in clear.
  seed             bytea check (octet_length(seed) = 32),
  sealed_seed      bytea check (octet_length(sealed_seed) = 60),
  seed_hash        bytea not null check (octet_length(seed_hash) = 32),
  -- whether the seed came from MARKET_SEED, so that whoever set it knew the prices
  from_market_seed boolean not null,
  constraint seed_periods_one_seed check ((seed is null) <> (sealed_seed is null))
);

-- A trader taken out of a season's leaderboard, with the reason. Their row stays in the table, without a place.
create table disqualifications (
  season_id integer not null references seasons,
  user_id   integer not null references users,
  reason    text not null check (char_length(reason) between 1 and 500),
  admin_id  integer references users,
  at        timestamptz not null default now(),
  primary key (season_id, user_id)
);

-- The final leaderboard of an ended season; never changes.
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
-- The price every open position was marked at when the season ended.
create table season_marks (
  season_id integer not null references seasons,
  symbol    text not null,
  price     numeric(18,4) not null,
  marked_at timestamptz not null,
  -- where the price came from, so that it can be proved like a fill's
  quote_at  timestamptz,
  source    text,
  primary key (season_id, symbol)
);

-- ----------------------------------------------------------------------------------------------------------- trading

-- A user's cash in one season. Every trade of the user bumps `version`: the guard of the single-statement commit.
-- Cents beside the decimals serve the leaderboard, which adds millions of them.
create table accounts (
  season_id      integer not null references seasons,
  user_id        integer not null references users,
  cash           numeric(20,2) not null check (cash >= 0),
  realised_pnl   numeric(20,2) not null default 0,
  trade_count    integer not null default 0 check (trade_count >= 0),
  last_trade_at  timestamptz,
  version        bigint not null default 0,
  cash_cents     bigint generated always as ((cash * 100)::bigint) stored,
  realised_cents bigint generated always as ((realised_pnl * 100)::bigint) stored,
  primary key (season_id, user_id)
);

-- One row per position from its first fill to zero: quantity 0 <=> closed_at set.
create table positions (
  id                bigint generated always as identity primary key,
  season_id         integer not null,
  user_id           integer not null,
  symbol            text not null check (symbol ~ '^[A-Z0-9.$^-]{1,6}$'),
  is_short          boolean not null,
  quantity          numeric(18,6) not null check (quantity >= 0),
  opened_quantity   numeric(18,6) not null check (opened_quantity > 0),
  -- weighted average entry; reducing never changes it
  entry_price       numeric(22,8) not null check (entry_price > 0),
  -- what the open quantity took from cash, in whole cents: the exact base of every P&L
  cost              numeric(20,2) not null check (cost >= 0),
  -- what its closes earned so far, exactly (core/progress/xp.ts): XP before it last grew, and price move x quantity since
  xp_carry          numeric not null default 0 check (xp_carry >= 0),
  xp_gain           numeric not null default 0 check (xp_gain >= 0),
  opened_at         timestamptz not null,
  -- what the minimum holding time counts from; null: not since it was opened
  last_increased_at timestamptz,
  closed_at         timestamptz,
  -- whole cents, 1/1,000,000 shares and 1/100,000,000 $ for the leaderboard
  quantity_micro    bigint generated always as ((quantity * 1000000)::bigint) stored,
  cost_cents        bigint generated always as ((cost * 100)::bigint) stored,
  entry_units       bigint generated always as ((entry_price * 100000000)::bigint) stored,
  foreign key (season_id, user_id) references accounts,
  check ((quantity = 0) = (closed_at is not null))
);
create unique index positions_open on positions (season_id, user_id, symbol) where closed_at is null;
create index positions_user on positions (user_id, season_id);
-- which symbols are held is found by hopping from one to the next in this index
create index positions_held on positions (season_id, symbol) where closed_at is null;

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
  -- the price the trader's ticket showed, if it was sent
  quoted_price numeric(18,4),
  quote_at     timestamptz not null,
  quote_age_ms integer not null check (quote_age_ms >= 0),
  source       text not null,
  reason       text check (reason in ('forced_cover', 'season_reset', 'reverse')),
  filled_at    timestamptz not null,
  -- no foreign key: the job that removes a browser mark empties this
  mark_id      bigint,
  foreign key (season_id, user_id) references accounts
);
create index fills_user on fills (user_id, season_id, id);
create index fills_season on fills (season_id, id);
-- the newest fills that came from a browser, and those whose mark is due to go
create index fills_marked on fills (filled_at) where mark_id is not null;

-- One row per closed slice of a position: the closed trades of the pages.
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
  -- any price the schema holds against any entry fits
  pnl_percent  numeric(26,2) not null,
  xp           numeric(20,2) not null default 0 check (xp >= 0),
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

-- The first answer to each Idempotency-Key, repeated for every retry. Only successes are here: a refusal changed
-- nothing, and its retry is judged anew. Keys are SHA-256, so that a row has one size whatever a caller sends.
create table idempotency_keys (
  user_id    integer not null references users,
  key_hash   bytea not null check (octet_length(key_hash) = 32),
  body_hash  bytea not null,
  response   text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key_hash)
);

-- ------------------------------------------------------------------------------------------------------------ splits

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
  -- the trader's newest fill at that moment: the split comes after it, and before all later ones
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

-- ------------------------------------------------------------------------------------------------------------ market

-- The newest price of every symbol somebody holds. Logged: a season that ends while the market is away is marked by
-- these.
create table marks (
  symbol text primary key,
  price  numeric(18,4) not null check (price > 0),
  as_of  timestamptz not null,
  source text not null
);

-- The course of prices in a season, which equity curves are drawn from: a symbol's price at each sample of the marks
-- that differs from the sample before.
create table mark_samples (
  season_id integer not null references seasons,
  symbol    text not null,
  at        timestamptz not null,
  price     numeric(18,4) not null check (price > 0),
  primary key (season_id, symbol, at)
);

-- The last price of each symbol of a bought feed that somebody could trade or be marked at. A quote far from it may be
-- of a split share, and decides nothing before that was checked.
create table reference_prices (
  symbol      text primary key,
  price       numeric(18,4) not null check (price > 0),
  as_of       timestamptz not null,
  -- since when quotes are far from it
  jumped_at   timestamptz,
  -- when the newest large jump began that turned out to be no split
  accepted_at timestamptz
);

-- When a file market's clock stood at its beginning: the same for every process and after every restart.
create table file_market_starts (
  -- the market's name: its beginning and its speed
  market     text primary key,
  started_at timestamptz not null
);

-- ------------------------------------------------------------------------------------------------------- leaderboard
-- The leaderboard is ranked in the memory of every process (core/leaderboard). The database holds what makes all of
-- them show the same one: which accounts changed, and the numbered passes.

-- One row a pass. All processes apply the same rows in the same order, so that one number is one table everywhere.
-- Only the newest rows stay: a process that missed more reads accounts and positions anew.
create table leaderboard_passes (
  generation bigint primary key,
  season_id  integer not null references seasons,
  -- the table is the season's results
  frozen     boolean not null,
  made_at    timestamptz not null default clock_timestamp(),
  -- when the newest sample of the marks was taken
  sampled_at timestamptz not null,
  -- whole 1/10,000 $ by symbol; null: as in the pass before
  marks      jsonb,
  -- every account that changed since the pass before, as it is now; null: there are too many, read all
  changes    jsonb
);

-- The leaderboard of a pass now and then, in parts of many rows: a process that starts shows it until it has read all
-- accounts. The head stands in every part.
create table stored_leaderboard (
  part         integer primary key,
  generation   bigint not null,
  season_id    integer not null references seasons,
  made_at      timestamptz not null,
  sampled_at   timestamptz not null,
  traders      integer not null,
  ranked       integer not null,
  disqualified integer not null,
  rows         bytea not null
);
-- numbers do not get smaller
alter table stored_leaderboard alter column rows set storage external;

-- Accounts that changed after the newest pass, written by whatever changes one, in its own transaction.
create table changed_accounts (
  season_id integer not null,
  user_id   integer not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_analyze_threshold = 1000000);

create function note_changed_accounts() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (season_id, user_id) select season_id, user_id from changed;
  return null;
end $$;
create trigger accounts_opened after insert on accounts referencing new table as changed
  for each statement execute function note_changed_accounts();
create trigger accounts_changed after update on accounts referencing new table as changed
  for each statement execute function note_changed_accounts();
create trigger accounts_disqualified after insert on disqualifications referencing new table as changed
  for each statement execute function note_changed_accounts();

create function note_changed_admin() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (season_id, user_id) select season_id, user_id from accounts where user_id = new.id;
  return null;
end $$;
create trigger users_promoted after update of is_admin on users for each row
  when (old.is_admin is distinct from new.is_admin) execute function note_changed_admin();

-- ------------------------------------------------------------------------------------------------- progress and shop

-- XP and TKF live across seasons.
create table progress (
  user_id   integer primary key references users,
  xp        numeric(20,2) not null default 0 check (xp >= 0),
  level     integer not null default 0 check (level >= 0),
  tkf       integer not null default 0 check (tkf >= 0),
  version   bigint not null default 0,
  -- XP a simulated trader brought along: with what their closes earned, all of `xp`
  career_xp numeric(20,2) not null default 0 check (career_xp >= 0)
);
create table level_rewards (
  user_id integer not null references users,
  level   integer not null check (level > 0),
  primary key (user_id, level)
);

-- What traders bought, for good: the ledger's row `item:<id>` is the other half. The default theme is everybody's and
-- in neither table.
create table owned_items (
  user_id   integer not null references users,
  item_id   text not null,
  type      text not null check (type in ('banner', 'logo', 'theme', 'badge')),
  -- TKF paid
  price     integer not null check (price >= 0),
  bought_at timestamptz not null default now(),
  primary key (user_id, item_id),
  -- active_items refers to it
  unique (user_id, type, item_id),
  check (item_id ~ ('^' || type || '_[1-9][0-9]*$'))
);
create trigger owned_items_append_only before update or delete or truncate on owned_items
  for each statement execute function refuse_change();

-- What they wear: at most one item of each type, and only an owned one.
create table active_items (
  user_id integer not null,
  type    text not null,
  item_id text not null,
  since   timestamptz not null default now(),
  primary key (user_id, type),
  foreign key (user_id, type, item_id) references owned_items (user_id, type, item_id)
);
create index active_logos on active_items (user_id) include (item_id) where type = 'logo';

-- ---------------------------------------------------------------------------------------------- contact, recordings

-- A message of a contact form is unread, then read, then done: who took it that far, and when.
create table contact_messages (
  id         integer generated always as identity primary key,
  -- 'member' from /contact, 'public' from /public-contact
  purpose    text not null check (purpose in ('member', 'public')),
  user_id    integer references users,
  name       text not null check (char_length(name) between 1 and 201),
  email      text not null check (char_length(email) between 3 and 254),
  phone      text not null check (char_length(phone) between 1 and 40),
  subject    text not null check (char_length(subject) between 1 and 100),
  message    text not null check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  read_at    timestamptz,
  read_by    integer references users,
  done_at    timestamptz,
  done_by    integer references users,
  constraint contact_messages_done_was_read check (done_at is null or read_at is not null)
);
create index contact_messages_newest on contact_messages (id desc);
create index contact_messages_unread on contact_messages (id) where read_at is null;

create table recordings (
  id         integer generated always as identity primary key,
  title      text not null check (char_length(title) between 1 and 200),
  url        text not null check (url ~ '^https?://' and char_length(url) <= 2000),
  user_id    integer references users,
  created_at timestamptz not null default now()
);

-- -------------------------------------------------------------------------------------------------------- operations

-- What admins did.
create table audit (
  id      bigint generated always as identity primary key,
  user_id integer references users,
  action  text not null,
  before  jsonb,
  after   jsonb,
  at      timestamptz not null default now()
);

-- Secrets made once for this installation and shared by all of its processes.
create table installation_secrets (
  name   text primary key,
  secret bytea not null
);
