-- A private game has a chain like a season. It begins with the rules that are written down when the game starts; a game that runs and in
-- which nobody has traded yet gets them now. One with trades has none: its links would be of another time than the trades.
insert into season_rules (season_id, first_fill, rules, at)
select s.id, (select coalesce(max(id), 0) + 1 from fills), s.rules, now() from seasons s
where s.kind = 'league' and s.status = 'active' and not exists (select from fills f where f.season_id = s.id);
