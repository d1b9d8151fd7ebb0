-- A season may leave one trader a share of the day's volume. It is fixed once the season has begun.
alter table competition alter column rules
  set default '{"minPrice": "0.00", "maxShare": null, "maxVolume": null, "minHoldMinutes": 5, "hideOpen": false, "longOnly": false}';
update competition set rules = rules || '{"maxVolume": null}';
update seasons set rules = rules || '{"maxVolume": null}' where status in ('waiting', 'active');

-- The volumes that such a season measures fills by: the first process that learns one stores it, and all use that.
create table day_volumes (
  -- no foreign key: a process that ends the season has locked its row while orders are settled
  season_id   integer not null,
  symbol      text not null,
  -- the UTC date of the fills it holds for, and the session that it is the volume of
  day         date not null,
  session     date not null check (session < day),
  -- in the shares of `day`
  shares      bigint not null check (shares >= 0),
  recorded_at timestamptz not null default now(),
  primary key (season_id, symbol, day)
);
create trigger day_volumes_append_only before update or delete or truncate on day_volumes
  for each statement execute function refuse_change();

-- What a trader has traded of a symbol in a day; a simulated market has no such rule, and no such index to write.
create index fills_traded on fills (season_id, user_id, symbol, quote_at) where source <> 'simulated';
