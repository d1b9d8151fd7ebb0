-- Admins search people by the beginning of a present or former name.
create index users_name_prefix on users (username_key text_pattern_ops);
create index former_names_prefix on former_names (username_key text_pattern_ops);
