-- What the ranking pass writes and every process reads. Unlogged: a pass after a crash makes them anew.

-- Whole cents and millionths beside the decimals, kept by the database itself: the ranking pass does millions of
-- multiplications, and numeric ones cost several times as much.
alter table positions
  add column quantity_micro bigint generated always as ((quantity * 1000000)::bigint) stored,
  add column cost_cents     bigint generated always as ((cost * 100)::bigint) stored;
alter table accounts
  add column cash_cents     bigint generated always as ((cash * 100)::bigint) stored,
  add column realised_cents bigint generated always as ((realised_pnl * 100)::bigint) stored;

-- The newest price of every symbol somebody holds.
create unlogged table marks (
  symbol text primary key,
  price  numeric(18,4) not null check (price > 0),
  as_of  timestamptz not null,
  source text not null
);
-- The ranking pass asks which symbols are held by hopping from one to the next in this index.
create index positions_held on positions (season_id, symbol) where closed_at is null;

-- The ranking, whole. Every pass builds a new table beside this one and swaps them, so that readers never wait
-- and nothing has to be vacuumed. Money in cents. place to last_place are the places of a tie group (2, 2, 2 of the
-- rows 2 to 4: 2 to 4), null when not ranked. Admins come last: they are never ranked, but the same pass looks for
-- positions to cover by force.
create unlogged table standings (
  row_number     integer not null,
  user_id        integer not null,
  place          integer,
  last_place     integer,
  is_admin       boolean not null,
  equity_cents   bigint not null,
  cash_cents     bigint not null,
  realised_cents bigint not null,
  -- market value of the shorts
  short_cents    bigint not null,
  trade_count    integer not null
);
create unique index standings_row on standings (row_number);
create unique index standings_user on standings (user_id);
create index users_admin on users (id) where is_admin;

-- One row: which ranking `standings` holds.
create table standings_state (
  id          integer primary key default 1 check (id = 1),
  generation  bigint not null default 0,
  season_id   integer references seasons,
  -- copied from the season's results: never changes again
  frozen      boolean not null default false,
  -- traders with at least one trade, and all of them
  ranked      integer not null default 0,
  traders     integer not null default 0,
  computed_at timestamptz not null default 'epoch'
);
insert into standings_state default values;
