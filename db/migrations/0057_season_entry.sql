-- Until when new traders join a season: days after the start (0: none), or a moment.
alter table competition
  add column entry_days smallint not null default 0 check (entry_days between 0 and 366),
  add column entry_until timestamptz check (entry_until is null or entry_days = 0);
alter table seasons
  add column entry_days smallint not null default 0 check (entry_days between 0 and 366),
  add column entry_until timestamptz check (entry_until is null or entry_days = 0);
