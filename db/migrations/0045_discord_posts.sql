-- Announcements in Discord. `sending`: a process is posting it; unsure: that process was killed meanwhile, so that nobody knows
-- whether it arrived; failed: Discord refused it for a day. Null where it was not posted yet, or never is.
alter table announcements
  add column discord_state text check (discord_state in ('due', 'sending', 'posted', 'failed', 'unsure')),
  -- when a process may post it again; while it is sending, when its process has been killed
  add column discord_due_at timestamptz,
  add column discord_tries integer not null default 0;
-- Since when there is a webhook: older announcements are not posted.
alter table competition add column discord_from timestamptz;
