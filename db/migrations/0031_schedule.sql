-- When the competition starts and ends by itself. Cleared once it has happened.
alter table competition
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint competition_ends_after_start check (ends_at > starts_at);
