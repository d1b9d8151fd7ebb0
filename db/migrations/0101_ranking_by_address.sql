-- A ranking whose rows are found by where they lie. They are all as wide as each other and written in order, so a row's
-- number and its address follow from one another: no numbers to count, to store and to index for a million rows.

-- Money in cents; the order is the rows' own.
drop table standings;
create unlogged table standings (
  user_id        integer not null,
  trade_count    integer not null,
  -- never rises from one row to the next, equal within a tie: equity, and db/queries/standings.ts SCORE
  score          bigint not null,
  equity_cents   bigint not null,
  cash_cents     bigint not null,
  realised_cents bigint not null,
  -- market value of the shorts
  short_cents    bigint not null
);
create unique index standings_user on standings (user_id);

-- No rank_ends: the first start after this makes a ranking before it answers.
alter table standings_state
  add column row_count integer not null default 0,
  add column rows_per_block integer not null default 1;
update standings_state set ranked = 0, traders = 0, rank_ends = '{}', frozen = false;

-- Where row `row_number` lies, from 1.
create function standings_address(row_number integer, rows_per_block integer) returns tid language sql stable
  return format('(%s,%s)', (row_number - 1) / rows_per_block, (row_number - 1) % rows_per_block + 1)::tid;

-- The number of the row that lies at `address`.
create function standings_row(address tid, rows_per_block integer) returns integer language sql stable
  return (address::text::point)[0]::integer * rows_per_block + (address::text::point)[1]::integer;

-- How many rows have a score above `bound`, by halving: twenty rows are looked at among a million.
create function standings_above(bound bigint) returns integer language plpgsql stable as $$
declare
  above integer := 0;
  others integer;
  middle integer;
  per_block integer;
  found_score bigint;
begin
  select row_count, rows_per_block into others, per_block from standings_state;
  while above < others loop
    middle := (above + others) / 2;
    select score into found_score from standings where ctid = standings_address(middle + 1, per_block);
    -- no row: the table got shorter since the state was read
    if found_score > bound then
      above := middle + 1;
    else
      others := middle;
    end if;
  end loop;
  return above;
end $$;

-- The place of a row: its number, or that of the first one of its tie.
create function standings_place(row_number integer, its_score bigint) returns integer language plpgsql stable as $$
begin
  if row_number > 1 and its_score = (
    select score from standings
    where ctid = standings_address(row_number - 1, (select rows_per_block from standings_state))
  ) then
    return standings_above(its_score) + 1;
  end if;
  return row_number;
end $$;

-- Names and logos are read for the hundred rows of a page, wherever those users are.
create index users_name on users (id) include (username);
create index active_logos on active_items (user_id) include (item_id) where type = 'logo';
drop trigger accounts_name on accounts;
drop trigger users_rename on users;
drop function name_account;
drop function rename_accounts;
alter table accounts drop column username;
