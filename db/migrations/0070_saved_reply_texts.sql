-- A saved reply has its texts by language, so that another language needs no column.
alter table saved_replies add texts jsonb;
update saved_replies set texts = jsonb_build_object('en', en, 'he', he);
alter table saved_replies alter column texts set not null, drop column en, drop column he;
