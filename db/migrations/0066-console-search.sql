-- The console finds everything from one field (docs/decisions/0077): names and mail addresses by
-- their parts, numbers by their beginning or end.

create index partners_name_parts on partners using gin ((fold(name)) gin_trgm_ops);
create index people_name_parts on people using gin ((fold(name || ' ' || email)) gin_trgm_ops);
create index stores_name_parts on stores using gin ((fold(domain || ' ' || name)) gin_trgm_ops);
create index addresses_buyer_parts on addresses using gin ((fold(coalesce(firstname, '') || ' '
  || coalesce(lastname, '') || ' ' || coalesce(company, '') || ' ' || email)) gin_trgm_ops)
  where deleted_at is null;
create index orders_number_begins on orders ((number collate "C"));
create index orders_number_ends on orders ((reverse(number) collate "C"));
create index invoices_number_begins on invoices ((number collate "C"));
create index invoices_number_ends on invoices ((reverse(number) collate "C"));
-- The page of a partner counts how its submissions went.
create index submissions_partner on submissions (partner_id, state);
