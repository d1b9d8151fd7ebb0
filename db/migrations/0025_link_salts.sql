-- 32 random bytes that a link hashes with its rows, so that nobody finds hidden rows by trying (docs/rules/14-season-bundle.md 14). Null
-- in a season that began before version 4 of the rules.
alter table season_chain add salt bytea check (octet_length(salt) = 32);
-- A season that waits and has no row in its chain yet begins by version 4 (core/season/terms.ts).
update seasons s set rules_version = 4
  where status = 'waiting' and rules_version = 3 and not exists (select from season_chain c where c.season_id = s.id);
