-- The cash everybody starts a season with, when an admin has chosen one.
alter table competition add column start_cash numeric(20,2) check (start_cash > 0);
