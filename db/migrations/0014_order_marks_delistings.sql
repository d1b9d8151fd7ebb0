alter table orders
  -- since when the mark of a trailing stop is still to be raised by prices, where that is earlier than active_from
  add mark_from timestamptz;

-- Tickers with orders that their source says it does not list: how many looks in a row said so, at least an hour apart.
create table unlisted_symbols (
  symbol    text primary key,
  looks     integer not null,
  looked_at timestamptz not null
);
