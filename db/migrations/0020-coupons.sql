-- Coupons (S3.3, S5.3, S7.17), and an event log that only grows.

create table coupons (
  id text primary key,
  -- one form for every way of writing it: contexts/checkout/coupons/coupon-rules.ts
  code text not null unique check (code ~ '^[A-Z0-9]{3,40}$'),
  kind text not null check (kind in ('percent', 'amount')),
  percent_bp integer check (percent_bp between 1 and 10000),
  amount_minor bigint check (amount_minor > 0),
  currency char(3),
  -- null: on every platform, in both markets, for every item, of every partner
  platform_id smallint references platforms,
  market text check (market in ('app', 'theme')),
  item_id text references items,
  partner_id text references partners,
  valid_from timestamptz not null,
  -- null: without an end
  valid_until timestamptz,
  -- null: without a limit
  total_limit integer check (total_limit > 0),
  store_limit integer check (store_limit > 0),
  first_purchase boolean not null default false,
  active boolean not null default true,
  -- reserved and redeemed uses (I7)
  used integer not null default 0 check (used >= 0),
  created_at timestamptz not null,
  check (case kind when 'percent' then percent_bp is not null and amount_minor is null and currency is null
    else percent_bp is null and amount_minor is not null and currency is not null end),
  check (valid_until > valid_from),
  check (used <= total_limit),
  -- a first purchase happens once
  check (not first_purchase or coalesce(store_limit, 0) = 1)
);

-- How many of a coupon's uses are one store's (I7).
create table coupon_stores (
  coupon_id text not null references coupons,
  store_id text not null references stores,
  used integer not null check (used >= 0),
  primary key (coupon_id, store_id)
);

-- Every use of a coupon by an order. A row ends once: redeemed when the order is paid, released when it is not. Reserved and redeemed ones are counted above.
create table coupon_uses (
  id text primary key,
  coupon_id text not null references coupons,
  store_id text not null references stores,
  order_id text not null references orders,
  state text not null check (state in ('reserved', 'redeemed', 'released')),
  reserved_at timestamptz not null,
  -- until then nobody else gets the place, whatever happens to the order
  held_until timestamptz not null,
  ended_at timestamptz,
  check ((state = 'reserved') = (ended_at is null))
);
create unique index coupon_uses_one_of_order on coupon_uses (order_id) where state in ('reserved', 'redeemed');
create index coupon_uses_reserved on coupon_uses (coupon_id, held_until) where state = 'reserved';
create index coupon_uses_store on coupon_uses (store_id) where state in ('reserved', 'redeemed');

alter table orders add column coupon_id text references coupons;
alter table orders add constraint orders_coupon_known check ((coupon_id is null) = (coupon_code is null));
alter table orders add constraint orders_discount_by_coupon check (discount_minor = 0 or coupon_id is not null);
alter table orders add constraint orders_discount_in_price check (discount_minor <= subtotal_minor);

-- I9: what has happened to an order stays written down as it was.
create trigger order_events_append_only before update or delete on order_events for each row execute function refuse_change();
