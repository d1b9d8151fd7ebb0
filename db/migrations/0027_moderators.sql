-- Traders who help with messages, reports, names and recordings.
alter table users add column is_moderator boolean not null default false;
