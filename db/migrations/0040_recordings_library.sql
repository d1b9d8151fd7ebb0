-- More about a recording than title and address. A deleted one stays for some days, so that the deletion can be undone.
alter table recordings
  add column held_on date,
  add column series text check (char_length(series) between 1 and 40),
  add column language text check (language in ('en', 'he')),
  add column minutes integer check (minutes between 1 and 1440),
  add column note text check (char_length(note) between 1 and 300),
  add column audience text not null default 'everyone' check (audience in ('everyone', 'members')),
  add column deleted_at timestamptz;
