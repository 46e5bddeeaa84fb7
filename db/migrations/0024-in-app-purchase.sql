-- What is bought inside an app (S3.4): an order of a product in the place of a plan, asked for by the app itself.

alter table orders alter column plan_id drop not null;
alter table orders add column product_id text;
alter table orders add column product_kind text check (product_kind in ('permanent', 'consumable'));
-- as it was when it was asked for: name per language, quantity, price of one, where the buyer goes afterwards
alter table orders add column product jsonb;
alter table orders add constraint orders_plan_or_product check ((plan_id is null) = (product_id is not null));
alter table orders add constraint orders_product_whole check ((product_id is null) = (product_kind is null) and (product_id is null) = (product is null));

-- The item's own order and those of its products do not meet: neither takes the other's place, nor owns what it sells.
drop index orders_one_open;
create unique index orders_one_open on orders (store_id, item_id) where product_id is null and state in ('draft', 'awaiting_payment');
drop index orders_one_owned;
create unique index orders_one_owned on orders (store_id, item_id) where product_id is null and state in ('paid', 'partially_refunded');
create unique index orders_one_open_product on orders (store_id, item_id, product_id)
  where product_id is not null and state in ('draft', 'awaiting_payment');
create unique index orders_one_permanent on orders (store_id, item_id, product_id)
  where product_kind = 'permanent' and state in ('paid', 'partially_refunded');

-- By what an app signs: one for each installation, gone from use with it.
create table app_credentials (
  key_id text primary key,
  installation_id text not null unique references installations,
  secret_sealed text not null,
  created_at timestamptz not null
);

-- What was used and may not be used again, while its time lasts: nonces of signed calls, launch tokens of ours.
create table app_call_nonces (
  scope text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (scope, nonce)
);
create index app_call_nonces_age on app_call_nonces (expires_at);

create table app_purchases (
  id text primary key,
  order_id text not null unique references orders,
  installation_id text not null references installations,
  store_id text not null references stores,
  item_id text not null references items,
  -- the app's own name of its request: the same again answers the same
  request_id text not null,
  fingerprint text not null,
  consumed_at timestamptz,
  created_at timestamptz not null
);
create unique index app_purchases_one_request on app_purchases (store_id, item_id, request_id);

-- What the app itself keeps of a store (S7.16).
alter table installations add column app_values jsonb not null default '{}';
