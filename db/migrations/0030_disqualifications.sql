-- A trader taken out of a season's ranking, with the reason. Their row stays in the table, without a rank.
create table disqualifications (
  season_id integer not null references seasons,
  user_id   integer not null references users,
  reason    text not null check (char_length(reason) between 1 and 500),
  admin_id  integer references users,
  at        timestamptz not null default now(),
  primary key (season_id, user_id)
);
