-- What a trader drew on the chart of a symbol, and the averages and indicators chosen there.
create table kept_charts (
  user_id    integer not null references users on delete cascade,
  symbol     text not null check (length(symbol) between 1 and 6),
  drawings   jsonb not null check (jsonb_typeof(drawings) = 'array' and jsonb_array_length(drawings) <= 60),
  averages   smallint[] not null check (cardinality(averages) <= 4),
  studies    text[] not null check (cardinality(studies) <= 5),
  changed_at timestamptz not null,
  primary key (user_id, symbol)
);
