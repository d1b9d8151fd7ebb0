-- Which places win, and how many whole percents of the prize pool: the first place first.
alter table competition add column prize_split integer[] not null default '{100}';
alter table seasons add column prize_split integer[] not null default '{100}';
alter table competition add check (cardinality(prize_split) between 1 and 10 and 1 <= all (prize_split));
alter table seasons add check (cardinality(prize_split) between 1 and 10 and 1 <= all (prize_split));
