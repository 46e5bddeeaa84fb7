-- Fields of the documents of sellers in Saudi Arabia.
alter table local_invoices
  add column uuid uuid unique,
  add column previous_hash text,
  add column hash text,
  add check ((uuid is null) = (hash is null) and (uuid is null) = (previous_hash is null));
comment on column local_invoices.uuid is 'Of sellers in Saudi Arabia: the id that ZATCA wants.';
comment on column local_invoices.previous_hash is
  'The hash of the document before it in the series, so that none can be removed unnoticed.';
comment on column local_invoices.hash is 'SHA-256 of its contents, of uuid and of previous_hash.';
