-- A short is worth (2·entry − price)·quantity, rounded once: the ranking pass reads the entry, in 1/100,000,000 $, from
-- the index it walks.
alter table positions
  add column entry_units bigint generated always as ((entry_price * 100000000)::bigint) stored;
drop index positions_open;
create unique index positions_open on positions (season_id, user_id, symbol_no)
  include (is_short, quantity_micro, cost_cents, entry_units) where closed_at is null;
