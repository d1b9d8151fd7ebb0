-- What a feed that tells no price twice said while trailing stops followed it: the highs and lows that no later price has
-- passed, as [[epoch ms of the market's clock, price in 1/10,000 $], ...], oldest first.
create table order_extremes (
  symbol text primary key,
  prices jsonb not null check (jsonb_typeof(prices) = 'array')
);
create index orders_trailing on orders (symbol, active_from) where final_at is null and type = 'trailing_stop';
