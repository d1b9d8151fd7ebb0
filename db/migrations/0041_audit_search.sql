-- The log is searched by the admin, the action and the person it is about, newest first, and by day.
create index audit_user_id on audit (user_id, id);
create index audit_action on audit (action, id);
create index audit_person on audit (lower(coalesce(after->>'username', before->>'username')), id);
create index audit_at on audit (at);
