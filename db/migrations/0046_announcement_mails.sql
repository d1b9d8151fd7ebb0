-- One process at a time mails notifications, ten a second.
insert into leases (name) values ('mail');
-- Mails of an announcement that the mail server refused for a day.
alter table announcements add column mails_lost integer not null default 0;
