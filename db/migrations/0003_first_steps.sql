-- What a new trader has looked at, and whether the card of first steps was closed; trades tell the rest.
create table first_steps (
  user_id       integer primary key references users,
  saw_portfolio boolean not null default false,
  saw_table     boolean not null default false,
  closed_at     timestamptz
);
