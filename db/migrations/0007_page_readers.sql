-- Who chose that not everyone may read their page: members alone, or nobody but themselves and admins.
create table page_readers (
  user_id integer primary key references users on delete cascade,
  readers text not null check (readers in ('members', 'nobody'))
);
