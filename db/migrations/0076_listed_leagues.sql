-- The directory of leagues: what an owner lists, everybody who is signed in finds, reads and may join.
alter table leagues add column is_listed boolean not null default false;
-- of listed leagues that are not over: those over a season by its number, the others by their end
create index leagues_listed_season on leagues (season_number) where is_listed and archived_at is null;
create index leagues_listed_game on leagues (ends_at) where is_listed and archived_at is null;
