-- Where a season's last prices came from, so that they can be proved like a fill's. Null on those from before.
alter table season_marks
  add column quote_at timestamptz,
  add column source   text;
