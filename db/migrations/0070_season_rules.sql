-- A season's rules against abuse (core/rules.ts), always with all their fields, so that two can be compared. The
-- competition's are what admins edit; every new season starts with a copy.
alter table competition add column rules jsonb not null
  default '{"minPrice": "0.00", "maxShare": null, "minHoldMinutes": 0, "hideOpen": false}';
update seasons set rules = (select rules from competition);
alter table seasons alter column rules
  set default '{"minPrice": "0.00", "maxShare": null, "minHoldMinutes": 0, "hideOpen": false}';

-- Which rules held from which fill on: an edit waits for running trades (it locks the season's row), so every fill
-- before it has a smaller id. What verify-season judges fills by. Without a row: none.
create table season_rules (
  season_id  integer not null references seasons,
  -- the first id a fill under these rules can have
  first_fill bigint not null,
  rules      jsonb not null,
  at         timestamptz not null,
  primary key (season_id, first_fill)
);

-- When the position last grew: what the minimum holding time counts from. Null: not since it was opened.
alter table positions add column grown_at timestamptz;
