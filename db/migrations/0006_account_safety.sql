-- Ways back into an account, and where it is signed in.

alter table users
  -- a confirmed address; null: none
  add email               text check (char_length(email) between 3 and 254),
  add password_changed_at timestamptz;
create unique index users_email on users (lower(email));

-- Links that were mailed, by the SHA-256 of their token. Of each kind a person has at most one that works.
create table mailed_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id    integer not null references users on delete cascade,
  kind       text not null check (kind in ('reset', 'email')),
  -- the address that opening the link confirms
  email      text check (char_length(email) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((kind = 'email') = (email is not null))
);
create index mailed_links_user on mailed_links (user_id, kind, created_at);

-- Recovery codes, each hashed with scrypt; a new set replaces the old one.
create table recovery_codes (
  user_id   integer not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

alter table sessions
  -- what a form names it by
  add id        uuid not null unique default gen_random_uuid(),
  add browser   text check (char_length(browser) <= 40),
  add system    text check (char_length(system) <= 40),
  -- the network of its address: three of four parts, or an IPv6 /48
  add network   text check (char_length(network) <= 40),
  -- when the password, or Discord, last showed who it is
  add proved_at timestamptz not null default now();
