-- Answers to contact messages, who sees to a message, and spam, which is deleted after 30 days.
alter table contact_messages
  -- the language the form was read in; null for older messages
  add column locale      text check (locale in ('en', 'he')),
  add column assigned_to integer references users,
  add column spam_at     timestamptz;
create index contact_messages_user_id on contact_messages (user_id, id desc);
create index contact_messages_spam on contact_messages (spam_at) where spam_at is not null;
drop index contact_messages_unread;
create index contact_messages_unread on contact_messages (id) where read_at is null and spam_at is null;

create table contact_replies (
  id         integer primary key generated always as identity,
  message_id integer not null references contact_messages on delete cascade,
  -- the sender of the message; null for a visitor
  user_id    integer references users,
  admin_id   integer not null references users,
  text       text not null check (char_length(text) between 1 and 5000),
  -- sending: a mail is on its way; hand: staff has to send it, because mail is off or failed; site: read at /contact alone
  way        text not null check (way in ('sending', 'mail', 'hand', 'site')),
  at         timestamptz not null
);
create index contact_replies_message_id on contact_replies (message_id, id);
create index contact_replies_user_id on contact_replies (user_id) where user_id is not null;
create index contact_replies_sending on contact_replies (at) where way = 'sending';

create table saved_replies (
  id    integer primary key generated always as identity,
  label text not null check (char_length(label) between 1 and 60),
  en    text not null check (char_length(en) between 1 and 5000),
  he    text not null check (char_length(he) between 1 and 5000)
);

alter table notifications drop constraint notifications_topic_check;
alter table notifications add constraint notifications_topic_check
  check (topic in ('order', 'cover', 'split', 'season', 'prize', 'message', 'report', 'measure', 'security'));
