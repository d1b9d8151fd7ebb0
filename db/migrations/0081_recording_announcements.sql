-- The recording that an announcement is about: a deleted recording takes its notifications with it.
alter table announcements add column recording_id integer references recordings on delete set null;
