-- Fills and order events an account has written on counted_day (UTC): both are limited, and counting the rows would read them all.
alter table accounts
  add column counted_day date not null default '1970-01-01',
  add column day_fills integer not null default 0,
  add column day_events integer not null default 0;
