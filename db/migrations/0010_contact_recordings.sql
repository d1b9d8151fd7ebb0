-- Messages of the two contact forms, and the recordings admins list.

create table messages (
  id         integer generated always as identity primary key,
  -- 'member' from /contact, 'public' from /public-contact
  purpose    text not null check (purpose in ('member', 'public')),
  user_id    integer references users,
  name       text not null check (char_length(name) between 1 and 201),
  email      text not null check (char_length(email) between 3 and 254),
  phone      text not null check (char_length(phone) between 1 and 40),
  subject    text not null check (char_length(subject) between 1 and 100),
  message    text not null check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  done_at    timestamptz,
  done_by    integer references users
);
create index messages_newest on messages (id desc);

create table recordings (
  id         integer generated always as identity primary key,
  title      text not null check (char_length(title) between 1 and 200),
  url        text not null check (url ~ '^https?://' and char_length(url) <= 2000),
  user_id    integer references users,
  created_at timestamptz not null default now()
);
