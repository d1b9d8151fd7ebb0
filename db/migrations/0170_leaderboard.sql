-- The leaderboard is ranked in the memory of every process (core/leaderboard). The database holds what makes all of
-- them show the same one: which accounts changed, and the numbered passes.

drop table standings;
drop table standings_state;
drop function standings_address;
drop function standings_row;
drop function standings_above;
drop function standings_place;

-- Prices are found by symbol again.
drop trigger positions_number on positions;
drop function number_symbol;
drop index positions_open;
alter table positions drop column symbol_no;
drop table symbols;
create unique index positions_open on positions (season_id, user_id, symbol) where closed_at is null;

-- A season that ends while the market is away is marked by them: they outlive a crash.
alter table marks set logged;

-- One row a pass. All processes apply the same rows in the same order, so that one number is one table everywhere.
-- Only the newest ones are kept: who missed more reads accounts and positions anew.
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
