-- When Discord last said whether a trader is a community member, and until when that counts; null: no member.
alter table users
  add column member_read_at timestamptz,
  add column member_until timestamptz;
create index users_member_until on users (member_until) where member_until is not null;
