-- What the ranking pass need not do for each of a million rows.

-- The places at which ranks end are found once for a ranking, not a tie group's last place for each of its rows.
alter table standings drop column last_place;
alter table standings_state add column rank_ends integer[] not null default '{}';

-- Fixed-width keys: what is included is read without walking over a text. A symbol and its number are one.
drop index positions_open;
create unique index positions_open on positions (season_id, user_id, symbol_no)
  include (is_short, quantity_micro, cost_cents) where closed_at is null;

-- An account carries its owner's name, so that the two need not be joined.
alter table accounts add column username text;
update accounts a set username = u.username from users u where u.id = a.user_id;
alter table accounts alter column username set not null;
drop index users_name;

create function name_account() returns trigger language plpgsql as $$
begin
  select username into new.username from users where id = new.user_id;
  return new;
end $$;
create trigger accounts_name before insert on accounts for each row
  when (new.username is null) execute function name_account();

create function rename_accounts() returns trigger language plpgsql as $$
begin
  update accounts set username = new.username where user_id = new.id;
  return null;
end $$;
create trigger users_rename after update of username on users for each row
  when (old.username is distinct from new.username) execute function rename_accounts();
