-- A guest trades in practice alone and cannot sign in again. Keeping the account sets a name and a way in, in the same row.
alter table users add column is_guest boolean not null default false;
alter table users drop constraint users_way_in;
alter table users add constraint users_way_in check (case
  when is_guest then password_hash is null and discord_id is null and email is null and not is_admin and not is_moderator
  else password_hash is not null or discord_id is not null or is_simulated or deleted_at is not null end);
create index users_guests on users (id) where is_guest;

-- Practice is in no proof: the rows of a guest may be deleted, and no others.
create function refuse_removal() returns trigger language plpgsql as $$
begin
  if old.season_id = -1 and exists (select from users where id = old.user_id and is_guest) then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
do $$
declare name text;
begin
  foreach name in array array['ledger', 'order_events', 'position_splits', 'position_dividends'] loop
    execute format('drop trigger %I on %I', name || '_append_only', name);
    execute format('create trigger %I before update or truncate on %I for each statement execute function refuse_change()',
      name || '_append_only', name);
    execute format('create trigger %I before delete on %I for each row execute function refuse_removal()',
      name || '_kept', name);
  end loop;
end $$;
