-- Who connects a site again is not always who disconnected it: the domain may have been sold.
alter table stores add column former_store_id text references stores check (former_store_id <> id);
comment on column stores.former_store_id is
  'The closed store at the same address whose purchases passed to this one (D4).';
create index stores_former on stores (former_store_id) where former_store_id is not null;
