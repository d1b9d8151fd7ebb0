-- Why traders placed orders (docs/rules/12-orders.md): that of a trade names the trade's last fill, any other one its order. It is in no
-- chain and no bundle.
create table order_reasons (
  id        bigint generated always as identity primary key,
  season_id integer not null,
  user_id   integer not null,
  order_id  uuid unique references orders,
  fill_id   bigint unique references fills,
  reason    text not null check (char_length(reason) between 1 and 140),
  foreign key (season_id, user_id) references accounts,
  check (num_nonnulls(order_id, fill_id) = 1)
);
create index order_reasons_mine on order_reasons (user_id, season_id, id);

-- True where an order that opens or adds to a position needs a reason.
alter table leagues add column needs_reason boolean not null default false;
