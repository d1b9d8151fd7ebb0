-- What the accounts of a private game were worth at the end of each day, UTC: the course that its owner reads.
create table league_days (
  league_id text not null,
  user_id   integer not null,
  day       date not null,
  equity    numeric(20,2) not null,
  primary key (league_id, user_id, day),
  foreign key (league_id, user_id) references league_members on delete cascade
);

-- The newest day that is stored; null before the first one.
alter table leagues add column day_stored date;
