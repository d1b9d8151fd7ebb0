-- By which version of the rules of money and of the record a season is played and proved (core/season/rules-version.ts). What has
-- begun keeps version 1; a season that waits has no fill yet and begins by the new rules.
alter table seasons add rules_version smallint not null default 1 check (rules_version > 0);
update seasons s set rules_version = 2
  where status = 'waiting' and not exists (select from fills f where f.season_id = s.id);

alter table positions
  -- the sum of price x quantity of what is open, nothing rounded; null in a season of version 1
  add exact_cost numeric(38,10) check (exact_cost between 0 and cost),
  drop column entry_units;
-- What the leaderboard values a short by beside its cost (core/leaderboard/board.ts `Basis`): in a season of version 1 the entry in
-- 1/100,000,000 $, else by how much the exact cost is below the cost, in 1/10,000,000,000 $ and not above 0.
alter table positions add basis bigint generated always as (case
  when exact_cost is null then (entry_price * 100000000)::bigint else ((exact_cost - cost) * 10000000000)::bigint end) stored;
