-- Which kinds of notifications reach a person where: {"order": {"site": false, "mail": true}}. A missing answer is yes for the
-- site and no for mail; a later channel is one more key.
alter table users add column notification_channels jsonb not null default '{}';
-- A notification that is mailed alone is not listed. `mail_due_at`: when a process may mail it; null once it is mailed, and
-- where it is not to be.
alter table notifications
  add column is_listed boolean not null default true,
  add column mail_due_at timestamptz;
create index notifications_mail on notifications (mail_due_at) where mail_due_at is not null;
-- The admins' lists of the staff and of the suspended.
create index users_staff on users (id) where is_admin or is_moderator;
create index users_restricted on users (id) where suspended_until is not null or name_fault is not null;
