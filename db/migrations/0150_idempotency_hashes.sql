-- Keys become their SHA-256, so that a row has a size of its own whatever a caller sends. Refusals changed nothing and
-- are not stored any more: a retry is judged anew, and every row that stays is a success.
delete from idempotency_keys where status <> 200;
alter table idempotency_keys drop constraint idempotency_keys_key_check;
alter table idempotency_keys alter column key type bytea using sha256(convert_to(key, 'UTF8'));
alter table idempotency_keys rename column key to key_hash;
alter table idempotency_keys add constraint idempotency_keys_key_hash_check check (octet_length(key_hash) = 32);
alter table idempotency_keys drop column status;
