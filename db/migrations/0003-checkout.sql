-- Orders, attempts to pay them, and what was agreed.

create table addresses (
  id text primary key,
  store_id text not null references stores,
  name text not null,
  invoice_type text not null check (invoice_type in ('individual', 'institutional')),
  tax_office text, tax_number text,
  address text not null, city text not null, district text, country char(2) not null, zip_code text,
  firstname text, lastname text, phone text not null, company text,
  -- D23
  identity_number_sealed text,
  email text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index addresses_store on addresses (store_id) where deleted_at is null;
create unique index addresses_one_default on addresses (store_id) where is_default and deleted_at is null;

-- Basis points by invoice country, from a day on (D9).
create table tax_rates (
  country char(2) not null,
  valid_from date not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  primary key (country, valid_from)
);
insert into tax_rates values ('TR', '2023-07-10', 2000);

create table orders (
  id text primary key,
  number text not null unique,
  store_id text not null references stores,
  item_id text not null references items,
  plan_id text not null references plans,
  platform_id smallint not null references platforms,
  state text not null check (state in ('draft', 'awaiting_payment', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired')),
  currency char(3) not null,
  list_price_minor bigint not null check (list_price_minor >= 0),
  prices_include_tax boolean not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  tax_rate_bp integer not null,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  coupon_code text,
  address_id text references addresses,
  -- the address as it was when the order was priced, sealed
  address_sealed text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  check (total_minor = subtotal_minor - discount_minor + tax_minor),
  check (refunded_minor <= total_minor)
);
create unique index orders_one_open on orders (store_id, item_id) where state in ('draft', 'awaiting_payment');
create unique index orders_one_owned on orders (store_id, item_id) where state in ('paid', 'partially_refunded');
create index orders_store on orders (store_id, created_at desc);
create index orders_expiry on orders (expires_at) where state in ('draft', 'awaiting_payment');

create table payment_attempts (
  id text primary key,
  -- which came later, whatever the clock says
  turn bigint generated always as identity,
  order_id text not null references orders,
  gateway text not null,
  state text not null check (state in ('created', 'challenge', 'authorising', 'succeeded', 'declined', 'unknown', 'voided')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  gateway_ref text,
  challenge_url text,
  card_brand text,
  card_last_four text,
  decline_reason text,
  -- the browser that may be told how it went: hash of a one-time handle in the return address
  framed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_attempts_one_live on payment_attempts (order_id)
  where state in ('created', 'challenge', 'authorising', 'unknown');
create unique index payment_attempts_one_success on payment_attempts (order_id) where state = 'succeeded';
create index payment_attempts_unsettled on payment_attempts (updated_at) where state in ('created', 'challenge', 'authorising', 'unknown');

create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  attempt_id text references payment_attempts,
  kind text not null,
  from_state text,
  to_state text,
  facts jsonb not null default '{}',
  at timestamptz not null
);
create index order_events_order on order_events (order_id, id);

create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table gateway_notices (
  gateway text not null,
  event_id text not null,
  attempt_id text not null,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);

-- What somebody agreed to: which text, its hash, when, in which language (D23).
create table consents (
  id text primary key,
  store_id text not null references stores,
  kind text not null,
  version text not null,
  text_sha256 text not null,
  locale text not null,
  order_id text references orders,
  item_id text references items,
  account jsonb not null,
  ip text,
  agreed_at timestamptz not null
);
create index consents_store on consents (store_id, agreed_at desc);
