-- Cards that a gateway keeps for a store, and paying in parts.

-- A name that somebody gave to a card must not become a place where a card's number is kept.
create function holds_no_card_number(text) returns boolean language sql immutable strict parallel safe
  return regexp_replace($1, '[^0-9]', '', 'g') !~ '[0-9]{12}';

create table saved_cards (
  id text primary key,
  store_id text not null references stores,
  -- who keeps it, and the two names it has there; without the gateway's own key they are worth nothing
  gateway text not null,
  customer_ref text not null check (length(customer_ref) between 1 and 200),
  card_ref text not null check (length(card_ref) between 1 and 200),
  brand text not null check (length(brand) between 1 and 20 and holds_no_card_number(brand)),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2100),
  -- what the owner calls it
  store_name text check (length(store_name) between 1 and 80 and holds_no_card_number(store_name)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index saved_cards_handle on saved_cards (gateway, customer_ref, card_ref) where deleted_at is null;
create index saved_cards_store on saved_cards (store_id, updated_at desc) where deleted_at is null;

-- What the card is charged is the order's total and what the gateway takes for waiting.
alter table payment_attempts
  add column installments smallint not null default 1 check (installments between 1 and 36),
  add column surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  -- what the card is to be called when it is kept
  add column card_name text check (length(card_name) between 1 and 80 and holds_no_card_number(card_name)),
  -- rows of `limits` whose turn this attempt took: a payment gives them back
  add column limit_keys bytea[],
  add check (surcharge_minor < amount_minor),
  add check (installments > 1 or surcharge_minor = 0);

-- Of the attempt that paid: the order's own total stays what was sold.
alter table orders add column surcharge_minor bigint not null default 0 check (surcharge_minor >= 0);
alter table orders drop constraint orders_check1;
alter table orders add constraint orders_refunded_at_most_charged check (refunded_minor <= total_minor + surcharge_minor);
