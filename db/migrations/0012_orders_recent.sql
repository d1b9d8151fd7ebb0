-- Of all orders, not of live ones alone. A young table's plans took an index of all live orders for the way to a trader's, or
-- to some by their ids, and read each of them until the table was analysed.
drop index orders_recent;
create index orders_recent on orders (changed_at);
