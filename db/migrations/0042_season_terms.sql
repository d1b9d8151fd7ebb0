-- The cash everybody starts a season with, when an admin has chosen one, and whether the end of a season plans the next one.
alter table competition add column start_cash numeric(20,2) check (start_cash > 0);
alter table competition add column is_monthly boolean not null default false;
-- the changes of a season that runs, for its page
create index audit_season_edits on audit (((after->>'season')::integer)) where action = 'competition_edit';
