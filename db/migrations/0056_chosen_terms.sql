-- Whether shares can be sold short is one of the rules from now on.
alter table competition alter column rules
  set default '{"minPrice": "0.00", "maxShare": null, "minHoldMinutes": 5, "hideOpen": false, "longOnly": false}';
update competition set rules = rules || '{"longOnly": false}';
update seasons set rules = rules || '{"longOnly": false}' where status in ('waiting', 'active');
