-- SHA-256 of a contact form's key and fields: a form that is sent twice is stored once.
alter table contact_messages add column form_hash bytea unique check (octet_length(form_hash) = 32);
