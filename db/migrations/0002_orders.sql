-- Orders that wait (docs/rules/12-orders.md). Each change of one bumps its account's version, as a trade does.

alter table accounts
  -- cash that working orders reserve, and how many there are: a trader without any pays nothing for them
  add held        numeric(20,2) not null default 0,
  add live_orders integer not null default 0,
  add constraint accounts_held check (held >= 0 and held <= cash),
  add constraint accounts_live_orders check (live_orders between 0 and 200);

alter table fills
  -- the order that waited for it; null: a trade by hand, or a cover by force
  add order_id    uuid,
  -- null: before this was noted
  add recorded_at timestamptz;
alter table fills alter recorded_at set default now();

create table orders (
  id              uuid primary key,
  season_id       integer not null,
  user_id         integer not null,
  rev             integer not null,
  symbol          text not null check (symbol ~ '^[A-Z0-9.$^-]{1,6}$'),
  action          text not null check (action in ('buy', 'sell', 'short', 'cover')),
  type            text not null check (type in ('market', 'limit', 'stop', 'stop_limit', 'trailing_stop')),
  tif             text not null check (tif in ('gtc', 'day', 'ioc', 'fok')),
  quantity        numeric(18,6),
  amount          numeric(20,2),
  close_all       boolean not null,
  limit_price     numeric(18,4),
  stop_price      numeric(18,4),
  trail_amount    numeric(18,4),
  trail_percent   numeric(5,2),
  -- best price a trailing stop has seen, as of active_from
  mark            numeric(18,4),
  status          text not null
    check (status in ('held', 'working', 'triggered', 'filled', 'cancelled', 'expired', 'rejected')),
  -- why it was cancelled, or the code it was rejected with
  reason          text,
  parent_id       uuid references orders,
  role            text check (role in ('take_profit', 'stop_loss')),
  oco_id          uuid,
  hold            numeric(20,2) not null check (hold >= 0),
  client_order_id text check (char_length(client_order_id) between 1 and 48),
  placed_at       timestamptz not null,
  active_from     timestamptz,
  triggered_at    timestamptz,
  expires_at      timestamptz,
  final_at        timestamptz,
  changed_at      timestamptz not null default now(),
  fill_id         bigint references fills,
  foreign key (season_id, user_id) references accounts,
  check (num_nonnulls(quantity, amount) + close_all::integer = 1),
  check ((final_at is not null) = (status in ('filled', 'cancelled', 'expired', 'rejected')))
) with (fillfactor = 85);
create index orders_live on orders (season_id, user_id) where final_at is null;
create index orders_mine on orders (user_id, season_id, id desc);
create index orders_recent on orders (changed_at) where final_at is null;
create unique index orders_client on orders (user_id, client_order_id) where client_order_id is not null;

-- Every change of an order, with its terms after it.
create table order_events (
  id          bigint generated always as identity primary key,
  order_id    uuid not null,
  season_id   integer not null,
  user_id     integer not null,
  rev         integer not null,
  kind        text not null check (kind in ('placed', 'activated', 'triggered', 'replaced', 'joined', 'resized', 'split',
    'filled', 'cancelled', 'expired', 'rejected')),
  -- of the market's clock
  at          timestamptz not null,
  recorded_at timestamptz not null default now(),
  terms       jsonb not null,
  reason      text,
  fill_id     bigint
);
create index order_events_order on order_events (order_id, id);
create index order_events_season on order_events (season_id, id);
create trigger order_events_append_only before update or delete or truncate on order_events
  for each statement execute function refuse_change();

-- One row: which process matches orders, and up to when (of the market's clock) it has. Whoever takes over raises the epoch.
create table order_engine (
  id         integer primary key default 1 check (id = 1),
  holder     uuid,
  epoch      bigint not null default 0,
  until      timestamptz not null default 'epoch',
  matched_to timestamptz not null default 'epoch'
);
insert into order_engine default values;

-- When nobody listened to a feed that tells no price twice, of the market's clock: nothing was filled then.
create table order_gaps (
  symbol  text not null,
  from_at timestamptz not null,
  to_at   timestamptz not null,
  primary key (symbol, from_at)
);
