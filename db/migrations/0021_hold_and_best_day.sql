-- A position earns XP after 5 minutes unless an admin says otherwise: in a new installation, and in a season that has not begun.
-- While a season runs, its rules and those of the competition stay as its traders know them.
alter table competition alter column rules
  set default '{"minPrice": "0.00", "maxShare": null, "minHoldMinutes": 5, "hideOpen": false}';
update competition set rules = rules || '{"minHoldMinutes": 5}'
where (rules->'minHoldMinutes')::integer = 0 and not exists (select from seasons where status = 'active');
with waiting as (
  update seasons set rules = rules || '{"minHoldMinutes": 5}'
  where status = 'waiting' and (rules->'minHoldMinutes')::integer = 0
  returning id, rules
)
insert into season_rules (season_id, first_fill, rules, at)
select id, (select coalesce(max(id), 0) + 1 from fills), rules, now() from waiting
on conflict (season_id, first_fill) do update set rules = excluded.rules, at = excluded.at;

-- XP an account has earned on counted_day, and on its best day of the season: admins see who earns much.
alter table accounts
  add column day_xp numeric(20,2) not null default 0,
  add column best_day_xp numeric(20,2) not null default 0,
  add column best_day date;
