-- The winners of a season are final once an admin confirms them; until then they are provisional. Seasons that ended earlier count as
-- confirmed at their end.
alter table competition add column review_hours smallint not null default 72 check (review_hours between 0 and 336);
alter table seasons
  add column review_hours smallint not null default 72 check (review_hours between 0 and 336),
  add column confirmed_at timestamptz,
  add column corrected_at timestamptz;
update seasons set confirmed_at = ended_at;

-- Decisions about a season that is over, for its proof. A disqualification from before the end has a row of the moment of the end.
create table season_decisions (
  id        integer primary key generated always as identity,
  season_id integer not null references seasons,
  kind      text not null check (kind in ('disqualify', 'no_prize', 'lift', 'confirm', 'paid')),
  -- null for a confirmation
  user_id   integer references users check ((user_id is null) = (kind = 'confirm')),
  reason    text check (char_length(reason) <= 500),
  -- everybody may read the reason
  is_public boolean not null default false,
  -- what was paid, and the prize place it was of
  place     smallint check ((place is null) = (kind <> 'paid')),
  amount    numeric(20,2) check ((amount is null) = (kind <> 'paid')),
  -- null for a decline, a lapse, and a review of no time
  admin_id  integer references users,
  at        timestamptz not null
);
create index season_decisions_season_id on season_decisions (season_id, id);
insert into season_decisions (season_id, kind, user_id, reason, is_public, admin_id, at)
  select d.season_id, 'disqualify', d.user_id, d.reason, true, d.admin_id, greatest(d.at, s.ended_at)
  from disqualifications d join seasons s on s.id = d.season_id where s.ended_at is not null order by d.at, d.user_id;

-- Who is awarded which prize. offered and claimed prizes are open; a withdrawn one went to somebody else by a decision.
create table season_awards (
  season_id  integer not null references seasons,
  user_id    integer not null references users,
  place      smallint not null,
  amount     numeric(20,2) not null check (amount > 0),
  status     text not null check (status in ('provisional', 'offered', 'claimed', 'paid', 'declined', 'lapsed', 'withdrawn')),
  answer_by  timestamptz,
  claimed_at timestamptz,
  -- legal name, contact and wish as JSON, encrypted when SECRET_KEY is set; erased 30 days after the payment
  claim      bytea,
  is_sealed  boolean not null default false,
  paid_at    timestamptz,
  paid_note  text check (char_length(paid_note) <= 500),
  primary key (season_id, user_id)
);
create index season_awards_user_id on season_awards (user_id);
create index season_awards_open on season_awards (status, answer_by) where status in ('offered', 'claimed');
-- prizes of seasons that ended earlier were paid outside of Paperpit
insert into season_awards (season_id, user_id, place, amount, status)
  with prizes as (
    select s.id, i as place, trunc(s.prize_pool * s.prize_split[i] / 100, 2) + case when i = 1 then s.prize_pool
      - (select sum(trunc(s.prize_pool * percent / 100, 2)) from unnest(s.prize_split) percent) else 0 end as amount
    from seasons s, generate_subscripts(s.prize_split, 1) i
    where s.status in ('ended', 'archived') and (s.terms is null or not (
      (s.terms->>'market' = 'simulated' and (s.terms->>'marketSeed')::boolean) or s.terms->>'market' = 'replay'
      or (s.terms->>'quoteMaxAgeMs')::integer > 60000 or (s.terms->>'delaySec')::integer > 0))
  ), shared as (
    select t.*, (select sum(p.amount) from prizes p where p.id = t.season_id and p.place >= t.place
      and p.place < t.place + t.traders) as total
    from (select season_id, place, count(*) as traders, min(user_id) as lowest from results
      where ranked and place <= 10 group by season_id, place) t
  ), awards as (
    select r.season_id, r.user_id, r.place, trunc(s.total / s.traders, 2) + case when r.user_id = s.lowest
      then s.total - s.traders * trunc(s.total / s.traders, 2) else 0 end as amount
    from results r join shared s using (season_id, place) where r.ranked and s.total > 0)
  select season_id, user_id, place, amount, 'paid' from awards where amount > 0;

alter table notifications drop constraint notifications_topic_check;
alter table notifications add constraint notifications_topic_check
  check (topic in ('order', 'cover', 'split', 'season', 'prize', 'report', 'measure', 'security'));

-- the bundle of a season that has not begun has the decisions
update seasons s set rules_version = 5
  where status = 'waiting' and rules_version = 4 and not exists (select from season_chain c where c.season_id = s.id);
