-- Whether members of a private game read each other's positions: always, once it is over, or never.
alter table leagues add column position_view text not null default 'never' check (position_view in ('always', 'end', 'never'));
