-- How many studies there are the product says (core/contract/schemas/market.ts); a row only stays small.
alter table kept_charts drop constraint kept_charts_studies_check,
  add constraint kept_charts_studies_check check (cardinality(studies) <= 100);
