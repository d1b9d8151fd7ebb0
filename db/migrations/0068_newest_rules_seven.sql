-- A season that waits begins by the newest rules, which know a share of the day's volume; one that has begun keeps its own.
update seasons s set rules_version = 7
  where status = 'waiting' and not exists (select from fills f where f.season_id = s.id);
