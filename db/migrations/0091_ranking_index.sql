-- What makes the ranking pass cheap: it reads open positions from one index, in the order of their users, and finds
-- a symbol's price by its number in an array. Three million texts need not be hashed for it, nor a million users.
create table symbols (
  symbol text primary key,
  no     integer generated always as identity unique
);
insert into symbols (symbol) select distinct symbol from positions;

alter table positions add column symbol_no integer;
update positions p set symbol_no = s.no from symbols s where s.symbol = p.symbol;
alter table positions alter column symbol_no set not null;

-- Numbers a symbol when it is held for the first time.
create function number_symbol() returns trigger language plpgsql as $$
begin
  select no into new.symbol_no from symbols where symbol = new.symbol;
  if not found then
    insert into symbols (symbol) values (new.symbol) on conflict do nothing;
    select no into strict new.symbol_no from symbols where symbol = new.symbol;
  end if;
  return new;
end $$;
create trigger positions_number before insert on positions for each row execute function number_symbol();

drop index positions_open;
create unique index positions_open on positions (season_id, user_id, symbol)
  include (symbol_no, is_short, quantity_micro, cost_cents) where closed_at is null;
