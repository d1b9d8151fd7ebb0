-- While a season runs, its end and the next start after it are planned together: the order depends on the season's status.
alter table competition drop constraint competition_ends_after_start;
