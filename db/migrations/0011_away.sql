-- Since when a session's reader has been away, until they are told what became of their orders meanwhile.
alter table sessions add away_from timestamptz;
-- when somebody was last here, on any browser
create index browser_marks_user on browser_marks (user_id);
