-- The second factor of a login: codes of an authenticator app, and codes on paper in their place.
create table second_factors (
  user_id      integer primary key references users on delete cascade,
  -- encrypted where is_sealed, with a key derived from SECRET_KEY
  secret       bytea not null,
  is_sealed    boolean not null,
  -- when its first code was typed; null: being set up, and not asked for
  confirmed_at timestamptz,
  -- the step of the newest code that was used; older ones no longer work
  last_step    bigint not null default 0
);

create table factor_codes (
  user_id   integer not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- Since when the account has its role; that of the present staff counts from here.
alter table users add column role_since timestamptz not null default now();

alter table measures drop constraint measures_action_check;
alter table measures add constraint measures_action_check
  check (action in ('dismiss', 'warn', 'new_name', 'suspend', 'ban', 'lift', 'factor_off'));
