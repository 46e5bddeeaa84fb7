-- A WordPress site that moves to another domain (D4): the new address is approved on its own WordPress, the old one by a code to its mailbox, when the new site has its very
-- keys, or on its own WordPress too. What carries the identity of another site may also be a copy: that is its owner's to say.

-- Whom the site named when it answered last; a site that is gone names nobody.
alter table wordpress_sites add column contact_sealed text;

alter table wordpress_claims
  -- the store that moves here, or whose identity was found here
  add column store_id text references stores on delete cascade,
  add column is_move boolean not null default false,
  -- what the new address gave when its owner approved: its store and keys, sealed (D23)
  add column found_sealed text,
  add column same_keys boolean not null default false,
  -- the old site's page that asks its owner; null where none answers
  add column old_consent_url text,
  -- the question that is waited for was put to the old site
  add column asks_old boolean not null default false,
  add column code_hash bytea,
  add column code_round integer not null default 0,
  add column code_tries integer not null default 0,
  add column code_asked_at timestamptz,
  add column code_until timestamptz,
  add check (store_id is not null or not (is_move or same_keys or asks_old) and found_sealed is null and code_hash is null),
  add check ((code_asked_at is null) = (code_until is null));

-- Every move that there was; also what is still to be done about it.
create table wordpress_moves (
  id text primary key,
  store_id text not null references stores,
  from_domain text not null,
  to_domain text not null check (to_domain <> from_domain),
  -- how the old address was proved
  proved_by text not null check (proved_by in ('code', 'approval')),
  moved_at timestamptz not null,
  -- where the old site's connector was, and its keys, sealed; gone when it has let go or cannot be told
  former_sealed text,
  let_go boolean,
  -- what stands at the new address was held against the ledger
  checked_at timestamptz,
  tries integer not null default 0,
  due_at timestamptz,
  check (due_at is not null or (former_sealed is null and checked_at is not null)),
  check ((let_go is null) = (former_sealed is not null))
);
create index wordpress_moves_store on wordpress_moves (store_id, moved_at desc);
create index wordpress_moves_due on wordpress_moves (due_at) where due_at is not null;
