-- A season is a game, and the sign of its id is its kind: public contests have ids above 0, practice has -1, leagues have ids below
-- that. Every table with a season_id keeps its rows by game. A statement about the contest names `kind = 'public'` or `season_id > 0`.
alter table seasons
  add column kind text not null default 'public' check (kind in ('public', 'practice', 'league')),
  alter column number drop not null,
  add constraint seasons_kind_of_id check (case kind
    when 'public' then id > 0 and number is not null
    when 'practice' then id = -1 and number is null and status = 'active'
    else id < -1 and number is null end);
drop index seasons_one_current;
create unique index seasons_one_current on seasons ((true)) where status in ('waiting', 'active') and kind = 'public';

-- A ranking pass carries the accounts of the contest alone.
create or replace function note_changed_accounts() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (season_id, user_id) select season_id, user_id from changed where season_id > 0;
  return null;
end $$;
create or replace function note_moved_accounts() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (season_id, user_id)
  select season_id, user_id from now_there n join there_before b using (season_id, user_id)
  where season_id > 0 and (n.cash, n.realised_pnl, n.trade_count, n.last_trade_at)
    is distinct from (b.cash, b.realised_pnl, b.trade_count, b.last_trade_at);
  return null;
end $$;
create or replace function note_changed_admin() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (season_id, user_id) select season_id, user_id from accounts
  where user_id = new.id and season_id > 0;
  return null;
end $$;

-- Which accounts beside the contest a price may bring a forced cover, without reading the others.
create index positions_short on positions (season_id, user_id) where closed_at is null and is_short and season_id < 0;
create index accounts_owing on accounts (season_id, user_id) where cash < 0 and season_id < 0;
