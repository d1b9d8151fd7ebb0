-- What traders bought, and what of it they wear. The default theme is everybody's and in neither table.

-- One row per item bought, for good: the ledger's row `item:<id>` is its other half.
create table owned_items (
  user_id   integer not null references users,
  item_id   text not null,
  type      text not null check (type in ('banner', 'logo', 'theme', 'badge')),
  -- TKF paid
  price     integer not null check (price >= 0),
  bought_at timestamptz not null default now(),
  primary key (user_id, item_id),
  -- what active_items leans on
  unique (user_id, type, item_id),
  check (item_id ~ ('^' || type || '_[1-9][0-9]*$'))
);
create trigger owned_items_append_only before update or delete or truncate on owned_items
  for each statement execute function refuse_change();

-- At most one item of each type, and only an owned one.
create table active_items (
  user_id integer not null,
  type    text not null,
  item_id text not null,
  since   timestamptz not null default now(),
  primary key (user_id, type),
  foreign key (user_id, type, item_id) references owned_items (user_id, type, item_id)
);
