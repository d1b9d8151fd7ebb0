-- A message is unread, then read, then done: who took it that far, and when.

alter table messages
  add column read_at timestamptz,
  add column read_by integer references users;

update messages set read_at = done_at, read_by = done_by where done_at is not null;

alter table messages add constraint messages_done_was_read check (done_at is null or read_at is not null);
create index messages_unread on messages (id) where read_at is null;
