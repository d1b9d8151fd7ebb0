-- Notes of the staff about a person. They are never changed, and deleted with the account.
create table person_notes (
  id        integer primary key generated always as identity,
  user_id   integer not null references users,
  author_id integer not null references users,
  note      text not null check (char_length(note) between 1 and 2000),
  at        timestamptz not null
);
create index person_notes_user_id on person_notes (user_id, id desc);
