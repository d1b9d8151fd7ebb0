-- How much a trader has to trade in a season to win a prize of it; 0: as little as the trader likes.
alter table competition add column least_trades smallint not null default 0 check (least_trades between 0 and 1000);
alter table competition add column least_days smallint not null default 0 check (least_days between 0 and 366);
alter table seasons add column least_trades smallint not null default 0 check (least_trades between 0 and 1000);
alter table seasons add column least_days smallint not null default 0 check (least_days between 0 and 366);
