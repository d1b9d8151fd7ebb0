-- The last price of each symbol of a bought feed that somebody could trade or be marked at. A quote far from it may be
-- of a split share, and decides nothing before that was asked. Logged, unlike the ranking's marks: it outlives a crash.
create table reference_prices (
  symbol      text primary key,
  price       numeric(18,4) not null check (price > 0),
  as_of       timestamptz not null,
  -- since when quotes are far from it
  jumped_at   timestamptz,
  -- when the newest large jump began that turned out to be no split
  accepted_at timestamptz
);
insert into reference_prices (symbol, price, as_of)
select symbol, price, as_of from marks where source in ('fmp', 'finnhub');
