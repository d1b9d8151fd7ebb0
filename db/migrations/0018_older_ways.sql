-- When an account last ended every older way in: browser marks and Discord attempts from before it do not work.
alter table users add ways_ended_at timestamptz;
