-- Module orders. Orders, payment attempts, refunds, coupons, tax rates, invoices, invoice
-- addresses, saved cards, reconciliation.

-- A name given to a card must not contain a card number.
create function holds_no_card_number(text) returns boolean
  language sql immutable strict parallel safe
  return regexp_replace($1, '[^0-9]', '', 'g') !~ '[0-9]{12}';

create table addresses (
  id text primary key,
  store_id text not null references stores,
  name text not null,
  invoice_type text not null check (invoice_type in ('individual', 'institutional')),
  tax_office text,
  tax_number text,
  address text not null,
  city text not null,
  district text,
  country char(2) not null,
  zip_code text,
  firstname text,
  lastname text,
  phone text not null,
  company text,
  identity_number_sealed text,
  email text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
comment on table addresses is 'Invoice addresses of a store.';
comment on column addresses.identity_number_sealed is 'Sealed (D23).';
create index addresses_newest on addresses (store_id, created_at desc);
create unique index addresses_one_default on addresses (store_id) where is_default
  and deleted_at is null;
create index addresses_store on addresses (store_id) where deleted_at is null;

create table tax_rates (
  country char(2) not null,
  valid_from date not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  primary key (country, valid_from)
);
comment on table tax_rates is 'Basis points by invoice country, from a day on (D9).';
insert into tax_rates values ('TR', '2023-07-10', 2000);

create table coupons (
  id text primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{3,40}$'),
  kind text not null check (kind in ('percent', 'amount')),
  percent_bp integer check (percent_bp between 1 and 10000),
  amount_minor bigint check (amount_minor > 0),
  currency char(3),
  platform_id smallint references platforms,
  market text check (market in ('app', 'theme')),
  item_id text references items,
  partner_id text,
  valid_from timestamptz not null,
  valid_until timestamptz,
  total_limit integer check (total_limit > 0),
  store_limit integer check (store_limit > 0),
  first_purchase boolean not null default false,
  active boolean not null default true,
  used integer not null default 0 check (used >= 0),
  created_at timestamptz not null,
  check (case kind when 'percent' then percent_bp is not null and amount_minor is null
    and currency is null else percent_bp is null and amount_minor is not null
    and currency is not null end),
  check (valid_until > valid_from),
  check (used <= total_limit),
  check (not first_purchase or coalesce(store_limit, 0) = 1)
);
comment on table coupons is
  'Coupons (S3.3, S5.3, S7.17). Null platform, market, item or partner means all.';
comment on column coupons.code is 'One normalized form for every spelling.';
comment on column coupons.valid_until is 'Null: without an end.';
comment on column coupons.total_limit is 'Null: without a limit.';
comment on column coupons.used is 'Reserved and redeemed uses (I7).';
create index coupons_newest on coupons (created_at desc, id desc);

create table coupon_stores (
  coupon_id text not null references coupons,
  store_id text not null references stores,
  used integer not null check (used >= 0),
  primary key (coupon_id, store_id)
);
comment on table coupon_stores is 'How many uses of a coupon belong to one store (I7).';

create table orders (
  id text primary key,
  number text not null unique,
  store_id text not null references stores,
  item_id text not null references items,
  plan_id text references plans,
  platform_id smallint not null references platforms,
  state text not null check (state in ('draft', 'awaiting_payment', 'paid', 'partially_refunded',
    'refunded', 'cancelled', 'expired')),
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
  address_sealed text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  coupon_id text references coupons,
  surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  use_ends_at timestamptz,
  use_ended_at timestamptz,
  product_id text,
  product_kind text check (product_kind in ('permanent', 'consumable')),
  product jsonb,
  constraint orders_coupon_known check ((coupon_id is null) = (coupon_code is null)),
  constraint orders_discount_by_coupon check (discount_minor = 0 or coupon_id is not null),
  constraint orders_discount_in_price check (discount_minor <= subtotal_minor),
  constraint orders_plan_or_product check ((plan_id is null) = (product_id is not null)),
  constraint orders_product_whole check ((product_id is null) = (product_kind is null)
    and (product_id is null) = (product is null)),
  constraint orders_refunded_at_most_charged
    check (refunded_minor <= total_minor + surcharge_minor),
  check (total_minor = subtotal_minor - discount_minor + tax_minor)
);
comment on table orders is 'Orders of a plan of an item, or of an in-app product (S3.4).';
comment on column orders.address_sealed is 'The address as it was when the order was priced.';
comment on column orders.surcharge_minor is
  'Of the attempt that paid: the order''s own total stays what was sold.';
comment on column orders.use_ends_at is
  'After a full refund the item leaves the store on this day (D10).';
comment on column orders.use_ended_at is 'When it was seen to be gone.';
comment on column orders.product is
  'As it was when requested: name by language, quantity, price of one, where the buyer goes '
  'afterwards.';
create index orders_expiry on orders (expires_at) where state in ('draft', 'awaiting_payment');
create index orders_figures on orders (item_id, paid_at) where paid_at is not null;
create index orders_item on orders (item_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
-- An item's own order and those of its products are independent of each other.
create unique index orders_one_open on orders (store_id, item_id) where product_id is null
  and state in ('draft', 'awaiting_payment');
create unique index orders_one_open_product on orders (store_id, item_id, product_id)
  where product_id is not null and state in ('draft', 'awaiting_payment');
create unique index orders_one_owned on orders (store_id, item_id) where product_id is null
  and state in ('paid', 'partially_refunded');
create unique index orders_one_permanent on orders (store_id, item_id, product_id)
  where product_kind = 'permanent' and state in ('paid', 'partially_refunded');
create index orders_store on orders (store_id, created_at desc);
create index orders_use_ends on orders (use_ends_at) where use_ends_at is not null
  and use_ended_at is null;

create table coupon_uses (
  id text primary key,
  coupon_id text not null references coupons,
  store_id text not null references stores,
  order_id text not null references orders,
  state text not null check (state in ('reserved', 'redeemed', 'released')),
  reserved_at timestamptz not null,
  held_until timestamptz not null,
  ended_at timestamptz,
  check ((state = 'reserved') = (ended_at is null))
);
comment on table coupon_uses is
  'Every use of a coupon by an order. A row ends once: redeemed when the order is paid, else '
  'released. Reserved and redeemed ones are counted in coupons and coupon_stores.';
comment on column coupon_uses.held_until is
  'Until then nobody else gets the use, whatever happens to the order.';
create unique index coupon_uses_one_of_order on coupon_uses (order_id)
  where state in ('reserved', 'redeemed');
create index coupon_uses_reserved on coupon_uses (coupon_id, held_until) where state = 'reserved';
create index coupon_uses_store on coupon_uses (store_id) where state in ('reserved', 'redeemed');

create table payment_attempts (
  id text primary key,
  turn bigint generated always as identity,
  order_id text not null references orders,
  gateway text not null,
  state text not null check (state in ('created', 'challenge', 'authorising', 'succeeded',
    'declined', 'unknown', 'voided')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  gateway_ref text,
  challenge_url text,
  card_brand text,
  card_last_four text,
  decline_reason text,
  framed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  installments smallint not null default 1 check (installments between 1 and 36),
  surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  card_name text check (length(card_name) between 1 and 80 and holds_no_card_number(card_name)),
  limit_keys bytea[],
  challenge_sealed text,
  return_sealed text,
  captured_minor bigint check (captured_minor > 0),
  captured_at timestamptz,
  returning_minor bigint not null default 0,
  next_look_at timestamptz,
  looks smallint not null default 0 check (looks >= 0),
  constraint payment_attempts_looked_after check ((next_look_at is not null) = (state in ('created',
    'challenge', 'authorising', 'unknown'))),
  constraint payment_attempts_no_more_back check (returning_minor between 0
    and coalesce(captured_minor, 0)),
  check (surcharge_minor < amount_minor),
  check (installments > 1 or surcharge_minor = 0)
);
comment on table payment_attempts is
  'Attempts to pay an order. The card is charged the order''s total plus the gateway''s surcharge '
  'for installments.';
comment on column payment_attempts.turn is 'Order of creation, independent of the clock.';
comment on column payment_attempts.gateway_ref is 'The gateway''s own id.';
comment on column payment_attempts.framed is
  'The challenge is shown in a frame of the checkout page.';
comment on column payment_attempts.card_name is 'What the card is to be called when it is saved.';
comment on column payment_attempts.limit_keys is
  'Rows of limits that this attempt counted in: a payment gives them back.';
comment on column payment_attempts.challenge_sealed is
  'A challenge that is a document instead of an address (iyzico): shown once, erased when used or '
  'when the attempt moves on.';
comment on column payment_attempts.return_sealed is
  'What the return from a passed challenge brought, for the call that captures; erased when the '
  'attempt ends. Empty text inside means passed with nothing to hand back.';
comment on column payment_attempts.captured_minor is 'What the gateway said it took.';
comment on column payment_attempts.returning_minor is
  'How much of it was refunded or may be. Kept by keep_refunds_within_charge.';
comment on column payment_attempts.next_look_at is
  'When an attempt with an unknown result is looked up at its gateway: soon while nothing was '
  'heard, then at growing intervals.';
comment on column payment_attempts.looks is
  'Lookups without a result since the attempt''s last change.';
create index payment_attempts_captured on payment_attempts (captured_at)
  where captured_minor is not null;
create index payment_attempts_next_look on payment_attempts (next_look_at)
  where next_look_at is not null;
create unique index payment_attempts_one_live on payment_attempts (order_id)
  where state in ('created', 'challenge', 'authorising', 'unknown');
create unique index payment_attempts_one_success on payment_attempts (order_id)
  where state = 'succeeded';
create index payment_attempts_order on payment_attempts (order_id);

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
comment on table order_events is 'History of orders, append-only (I9).';
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
comment on table idempotency_keys is
  'Idempotency keys of calls, with the answer that a repeated call gets.';
create index idempotency_keys_age on idempotency_keys (created_at);

create table gateway_notices (
  gateway text not null,
  event_id text not null,
  attempt_id text not null,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);
comment on table gateway_notices is
  'Webhook events of gateways that were processed: each is processed once.';

create table refunds (
  id text primary key,
  turn bigint generated always as identity,
  key text not null unique,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  reason text not null check (reason in ('buyer_request', 'not_delivered', 'duplicate', 'fraud',
    'other', 'money_back')),
  state text not null check (state in ('requested', 'succeeded', 'refused', 'unknown')),
  refusal text,
  asked_by text not null,
  requested_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('succeeded', 'refused')) = (ended_at is not null))
);
comment on table refunds is 'Refunds of payments.';
comment on column refunds.turn is 'Order of creation, independent of the clock.';
comment on column refunds.key is
  'A request with the same key is the same refund; the gateway knows it by this name.';
comment on column refunds.reason is 'money_back: the order did not want the payment.';
comment on column refunds.refusal is 'Why the gateway refused.';
comment on column refunds.updated_at is 'When the gateway was last asked, or answered.';
create index refunds_attempt on refunds (attempt_id);
create index refunds_ended on refunds (ended_at) where state = 'succeeded';
create index refunds_open on refunds (updated_at) where state in ('requested', 'unknown');
create index refunds_order on refunds (order_id, turn);

create table ledger_days (
  gateway text not null,
  day date not null,
  movements integer not null,
  compared_at timestamptz not null,
  primary key (gateway, day)
);
comment on table ledger_days is
  'Days whose payments have been compared with the gateway''s records.';

create table ledger_differences (
  id text primary key,
  gateway text not null,
  day date not null,
  kind text not null check (kind in ('charge_unknown', 'charge_missing', 'amount_differs',
    'refund_differs', 'money_held', 'not_asked')),
  subject text not null,
  order_number text,
  attempt_id text references payment_attempts,
  gateway_ref text,
  ours_minor bigint,
  ours_currency char(3),
  theirs_minor bigint,
  theirs_currency char(3),
  state text not null check (state in ('open', 'explained', 'resolved')),
  note text,
  handled_by text,
  found_at timestamptz not null,
  handled_at timestamptz,
  unique (gateway, day, kind, subject),
  check ((state = 'open') = (handled_at is null)),
  check (state = 'open' or (note is not null and handled_by is not null))
);
comment on table ledger_differences is
  'Differences between our records and the gateway''s. A row stays until somebody has explained '
  'it.';
comment on column ledger_differences.kind is
  'not_asked: the gateway of the attempt is no longer configured, so its result cannot be known.';
comment on column ledger_differences.subject is
  'Our attempt, or the gateway''s own name of what we do not know.';
create index ledger_differences_newest on ledger_differences (found_at desc, id desc);
create index ledger_differences_open on ledger_differences (found_at) where state = 'open';

create table invoice_counters (
  series text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (series, year)
);
comment on table invoice_counters is
  'Numbers of local invoices, without gaps per series and year: the row is locked until the '
  'number is stored.';

create table local_invoices (
  key text primary key,
  series text not null,
  year smallint not null,
  sequence integer not null,
  issued_at timestamptz not null,
  cancelled_at timestamptz,
  unique (series, year, sequence)
);
comment on table local_invoices is 'Invoices issued without a provider.';
comment on column local_invoices.key is 'What it is for: asking again returns the same number.';

create table invoices (
  id text primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  provider text not null,
  number text not null,
  order_id text not null references orders,
  refund_id text unique references refunds,
  currency char(3) not null,
  net_minor bigint not null check (net_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  content_sealed text not null,
  state text not null check (state in ('issued', 'cancelled')),
  issued_at timestamptz not null,
  cancelled_at timestamptz,
  unique (provider, number),
  check (total_minor = net_minor + tax_minor),
  check ((kind = 'credit_note') = (refund_id is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
comment on table invoices is 'What was invoiced, by any provider.';
comment on column invoices.refund_id is 'Of a credit note: its refund.';
comment on column invoices.content_sealed is 'Seller, buyer and line as issued, sealed (D23).';
create unique index invoices_one_an_order on invoices (order_id) where kind = 'invoice'
  and state = 'issued';
create index invoices_order on invoices (order_id);

create table agreed_texts (
  sha256 text primary key,
  content jsonb not null,
  kept_at timestamptz not null
);
comment on table agreed_texts is
  'Texts that were agreed to, each once, by hash; consents refer to them (D23).';

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
comment on table consents is 'Who agreed to which text, when, in which language (D23).';
create index consents_order on consents (order_id, agreed_at desc);
create index consents_store on consents (store_id, agreed_at desc);

create table saved_cards (
  id text primary key,
  store_id text not null references stores,
  gateway text not null,
  customer_ref text not null check (length(customer_ref) between 1 and 200),
  card_ref text not null check (length(card_ref) between 1 and 200),
  brand text not null check (length(brand) between 1 and 20 and holds_no_card_number(brand)),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2100),
  store_name text check (length(store_name) between 1 and 80 and holds_no_card_number(store_name)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  forget_at timestamptz,
  fingerprint text check (length(fingerprint) between 1 and 120 and fingerprint !~ '[0-9]{12}'),
  check (forget_at is null or deleted_at is not null)
);
comment on table saved_cards is 'Cards that a gateway stores for a store.';
comment on column saved_cards.customer_ref is
  'With card_ref the gateway''s names of the card; useless without the gateway''s own key.';
comment on column saved_cards.store_name is 'What the owner calls it.';
comment on column saved_cards.forget_at is
  'Deleted here and still to be deleted at the gateway: when it is asked next.';
comment on column saved_cards.fingerprint is
  'The gateway''s hash of the card number, to recognize a card saved twice; null where the '
  'gateway gives none.';
create unique index saved_cards_handle on saved_cards (gateway, customer_ref, card_ref)
  where deleted_at is null;
create index saved_cards_store on saved_cards (store_id, updated_at desc) where deleted_at is null;
create index saved_cards_to_forget on saved_cards (forget_at) where forget_at is not null;

create trigger order_events_append_only
  before update or delete on order_events for each row execute function refuse_change();

-- The database keeps the sum by updating the attempt, whose row lock serializes concurrent refunds.
create function keep_refunds_within_charge() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'UPDATE' and old.state <> 'refused' then old.amount_minor
    else 0 end;
  after bigint := case when new.state <> 'refused' then new.amount_minor else 0 end;
begin
  if tg_op = 'UPDATE' and (new.attempt_id, new.order_id, new.amount_minor,
    new.currency) is distinct from (old.attempt_id, old.order_id, old.amount_minor,
    old.currency) then
    raise exception 'a refund is never made into another';
  end if;
  if after <> before then
    update payment_attempts set returning_minor = returning_minor + after - before
      where id = new.attempt_id;
  end if;
  return null;
end $$;
create trigger refunds_within_charge
  after insert or update on refunds for each row execute function keep_refunds_within_charge();
