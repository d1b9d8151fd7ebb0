-- Links by which a class or an office registers, whatever its network.
create table join_links (
  id         integer primary key generated always as identity,
  code       text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  label      text not null check (char_length(label) between 1 and 60),
  max_uses   integer not null check (max_uses between 1 and 5000),
  uses       integer not null default 0 check (uses between 0 and max_uses),
  ends_at    timestamptz not null,
  created_at timestamptz not null,
  created_by integer not null references users
);
