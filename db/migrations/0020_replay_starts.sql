-- When a replay market's clock stood at its beginning: the same for every process and after every restart.
-- `replay` names the replay: its beginning and its speed.
create table replay_starts (
  replay     text primary key,
  started_at timestamptz not null
);
