-- An order that is placed or cancelled changes an account's version and what it holds, and nothing the leaderboard shows: a pass
-- need not carry it. A split, which changes positions alone, says itself whom it met.
create function note_moved_accounts() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (season_id, user_id)
  select season_id, user_id from now_there n join there_before b using (season_id, user_id)
  where (n.cash, n.realised_pnl, n.trade_count, n.last_trade_at)
    is distinct from (b.cash, b.realised_pnl, b.trade_count, b.last_trade_at);
  return null;
end $$;
drop trigger accounts_changed on accounts;
create trigger accounts_changed after update on accounts referencing old table as there_before new table as now_there
  for each statement execute function note_moved_accounts();

-- Of who holds a symbol. Without `id > 0`, which a query has to say, a young table's plans took it for the way to one trader's
-- positions, and read everybody's for each trade and each account of a pass until the table was analysed.
drop index positions_held;
create index positions_held on positions (season_id, symbol) where closed_at is null and id > 0;
