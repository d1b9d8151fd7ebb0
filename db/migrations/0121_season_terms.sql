-- What a season is played under besides its rules (core/season-terms.ts), kept when it starts. Null on a season that has
-- not started, and on those from before it was kept.
alter table seasons add column terms jsonb;

-- XP a simulated trader brought along: with what their closes earned, all of `xp`.
alter table progress add column career_xp numeric(14,2) not null default 0 check (career_xp >= 0);
update progress p set career_xp = greatest(0, p.xp - coalesce(
    (select sum(c.xp) from closed_trades c where c.user_id = p.user_id), 0))
  from users u where u.id = p.user_id and u.is_simulated;
