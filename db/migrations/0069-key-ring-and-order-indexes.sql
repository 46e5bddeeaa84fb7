-- Checkout reads both by order; without these it slowed down with every order ever placed.
create index consents_order on consents (order_id, agreed_at desc);
create index payment_attempts_order on payment_attempts (order_id);

-- The keys that sealed values (D23), by id: a key that values still need must stay configured.
create table sealing_keys (
  id text primary key check (id ~ '^[a-z0-9-]{1,20}$'),
  -- sealed under the key itself, so that another key under the same id is noticed at start
  check_value text not null,
  first_used_at timestamptz not null,
  -- when a pass over all sealed columns found nothing under a former key any more
  emptied_at timestamptz
);
