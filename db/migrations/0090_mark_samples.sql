-- The course of prices in a season, which equity curves are drawn from: a symbol's price at the moments the ranking
-- pass took samples, where it was another one than at the sample before.
create table mark_samples (
  season_id integer not null references seasons,
  symbol    text not null,
  at        timestamptz not null,
  price     numeric(18,4) not null check (price > 0),
  primary key (season_id, symbol, at)
);
-- When the newest sample was taken.
alter table standings_state add column sampled_at timestamptz not null default 'epoch';
