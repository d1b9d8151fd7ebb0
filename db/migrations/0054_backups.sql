-- Backups that `npm run backup` wrote. A backup has no row of this table.
create table backups (
  made_at timestamptz primary key,
  -- of all rows, before compression
  bytes   bigint not null check (bytes >= 0)
);
