-- The number of a tape epoch among all, from 0 on: with its season's what its seed is derived under. And whether the
-- seed came from MARKET_SEED, so that whoever set it knew the prices; null on epochs from before that was kept.
alter table tape_epochs
  add column number           integer check (number >= 0),
  add column from_market_seed boolean;
update tape_epochs e set number = n.number
  from (select id, row_number() over (order by effective_from) - 1 as number from tape_epochs) n where n.id = e.id;
alter table tape_epochs alter column number set not null, add unique (number);
