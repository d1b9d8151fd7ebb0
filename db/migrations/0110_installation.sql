-- Secrets made once for this installation and shared by all of its processes.
create table installation_secrets (
  name   text primary key,
  secret bytea not null
);
