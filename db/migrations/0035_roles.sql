-- Whoever traded in a season as an admin has no place in it, also after the role has ended. Who became an admin after its end keeps
-- the place, and the fills since do not count.
alter table accounts add column was_admin boolean not null default false;
create index accounts_was_admin on accounts (season_id) where was_admin;
