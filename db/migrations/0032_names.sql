-- A page of the ranking looks a hundred names up: from the index alone, however many users there are.
create unique index users_name on users (id) include (username);
