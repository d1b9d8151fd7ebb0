-- With SECRET_KEY a seed that is not public yet lies encrypted (AES-256-GCM: nonce, text, tag) and not in clear.
alter table tape_epochs
  alter column seed drop not null,
  add column sealed_seed bytea check (octet_length(sealed_seed) = 60),
  add constraint tape_epochs_one_seed check ((seed is null) <> (sealed_seed is null));
