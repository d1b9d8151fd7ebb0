-- The recording that an announcement is about. Deleting a recording deletes its notifications. Announcements from before
-- this migration have none, and keep theirs.
alter table announcements add column recording_id integer references recordings on delete set null;
