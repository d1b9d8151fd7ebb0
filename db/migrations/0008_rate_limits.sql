-- Counts of tries that hold for all processes together; worth nothing after a crash, so not logged. Keys are digests.
create unlogged table rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  -- epoch ms
  expire bigint
);
