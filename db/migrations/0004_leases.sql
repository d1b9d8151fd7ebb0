-- Which process does what one may do at a time. Whoever takes a lease over raises its epoch; what an earlier holder writes
-- late names an epoch that is over and changes nothing.
create table leases (
  name   text primary key,
  holder uuid,
  epoch  bigint not null default 0,
  until  timestamptz not null default 'epoch'
);
insert into leases (name, epoch) select 'orders', epoch from order_engine;

alter table order_engine drop column holder, drop column epoch, drop column until;
