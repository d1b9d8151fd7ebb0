-- By which version of the rules of money and of the record a season is played and proved (core/season/rules-version.ts). What has
-- begun keeps version 1; a season that waits has no fill yet and begins by the new rules.
alter table seasons add rules_version smallint not null default 1 check (rules_version > 0);
update seasons s set rules_version = 2
  where status = 'waiting' and not exists (select from fills f where f.season_id = s.id);
