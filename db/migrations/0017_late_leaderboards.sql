-- Snapshots of the leaderboard, 15 minutes apart. While a season hides open positions, every process publishes the newest one that is
-- old enough.
create table late_leaderboards (
  made_at      timestamptz not null,
  part         integer not null,
  generation   bigint not null,
  season_id    integer not null references seasons,
  traders      integer not null,
  ranked       integer not null,
  disqualified integer not null,
  rows         bytea not null,
  primary key (season_id, made_at, part)
);
alter table late_leaderboards alter column rows set storage external;
