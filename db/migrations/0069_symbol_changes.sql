-- What admins decided about symbols that a bought feed no longer prices: a new symbol, or a price that closes every
-- position. Never changes.
create table symbol_changes (
  id         bigint generated always as identity primary key,
  season_id  integer not null references seasons,
  symbol     text not null,
  -- of a rename
  new_symbol text,
  -- of a settlement, with its last fill
  price      numeric(18,4) check (price > 0),
  reason     text check (char_length(reason) between 1 and 500),
  last_fill  bigint,
  -- the first id a fill after the rename, or of the settlement, can have
  first_fill bigint not null,
  admin_id   integer not null references users,
  at         timestamptz not null,
  check (num_nulls(price, reason, last_fill) = case when new_symbol is null then 0 else 3 end)
);
create index symbol_changes_season on symbol_changes (season_id, id);
create trigger symbol_changes_append_only before update or delete or truncate on symbol_changes
  for each statement execute function refuse_change();

-- Returns the symbol by which a season's shares go today that were traded by a symbol at a moment.
create function symbol_now(season integer, old text, since timestamptz) returns text language plpgsql stable as $$
declare change record;
begin
  for change in select symbol, new_symbol from symbol_changes
    where season_id = season and new_symbol is not null and at >= since order by id
  loop
    if change.symbol = old then old := change.new_symbol; end if;
  end loop;
  return old;
end $$;

alter table fills drop constraint fills_reason_check;
alter table fills add constraint fills_reason_check
  check (reason in ('forced_cover', 'season_reset', 'reverse', 'settlement'));
alter table closed_trades drop constraint closed_trades_close_reason_check;
alter table closed_trades add constraint closed_trades_close_reason_check
  check (close_reason in ('order', 'forced_cover', 'season_reset', 'reverse', 'settlement'));
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in
  ('season_grant', 'trade', 'forced_cover', 'dividend', 'settlement', 'season_reset', 'level_reward', 'purchase'));
alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in ('placed', 'activated', 'triggered',
  'replaced', 'joined', 'resized', 'split', 'renamed', 'filled', 'cancelled', 'expired', 'rejected'));

-- A season that waits begins by the newest rules; one that has begun keeps its own.
update seasons s set rules_version = 7
  where status = 'waiting' and rules_version = 6 and not exists (select from fills f where f.season_id = s.id);
