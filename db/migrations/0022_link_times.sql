-- A season that waits and has no row in its chain yet begins by version 3 (core/season/rules-version.ts).
update seasons s set rules_version = 3
  where status = 'waiting' and rules_version = 2 and not exists (select from season_chain c where c.season_id = s.id);
