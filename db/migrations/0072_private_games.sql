-- Private games: a league that is not played over a season has a season row of its own, of kind 'league'. Its id is the league's id in
-- base 32 (core/season/game.ts); start cash, rules, status and results are those of that row.
alter table leagues
  alter column season_number drop not null,
  add column season_id integer unique references seasons check (season_id < -1),
  -- planned; the season row has when it really started and ended
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint leagues_one_game check ((season_number is null) = (season_id is not null)),
  add constraint leagues_game_times check (
    case when season_id is null then starts_at is null and ends_at is null
      else starts_at is not null and ends_at is not null and ends_at > starts_at end);

-- Every process looks each second for games that are due to start or end.
create index seasons_private_open on seasons (id) where id < -1 and status in ('waiting', 'active');
