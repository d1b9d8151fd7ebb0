-- In how many last hours of a season others read the table as it was at their beginning; 0: in none.
alter table competition add column frozen_hours smallint not null default 0 check (frozen_hours between 0 and 48);
alter table seasons add column frozen_hours smallint not null default 0 check (frozen_hours between 0 and 48);
