-- What was sold stands in lines of its order (docs/decisions/0067). An order has one until bundles
-- come.

create table order_lines (
  order_id text not null references orders,
  place smallint not null check (place >= 1),
  store_id text not null references stores,
  item_id text not null references items,
  plan_id text references plans,
  product_id text,
  product_kind text check (product_kind in ('permanent', 'consumable')),
  product jsonb,
  claim text check (claim in ('open', 'owned')),
  list_price_minor bigint not null check (list_price_minor >= 0),
  source_price_minor bigint,
  source_currency char(3),
  exchange_rate numeric(30, 15) check (exchange_rate > 0),
  rate_day text check (rate_day ~ '^\d{4}-\d\d-\d\d$'),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  tax_rate_bp integer not null check (tax_rate_bp >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  primary key (order_id, place),
  constraint order_lines_one check (place = 1),
  constraint order_lines_plan_or_product check ((plan_id is null) = (product_id is not null)),
  constraint order_lines_product_whole check (num_nulls(product_id, product_kind, product) in (0, 3)),
  constraint order_lines_converted_whole
    check (num_nulls(source_price_minor, source_currency, exchange_rate, rate_day) in (0, 4)),
  constraint order_lines_discount_in_price check (discount_minor <= subtotal_minor),
  constraint order_lines_total check (total_minor = subtotal_minor - discount_minor + tax_minor),
  constraint order_lines_refunded_at_most_total check (refunded_minor <= total_minor)
);
comment on table order_lines is
  'What an order sells: a plan of an item or a product inside an app, with its part of the order''s '
  'amounts.';
comment on column order_lines.store_id is 'That of the order; for the claims.';
comment on column order_lines.product is
  'As it was when requested: name by language, quantity, price of one, where the buyer goes '
  'afterwards.';
comment on column order_lines.claim is
  'Set with the order''s state (claim_lines): a store has one open line and one owned line of an '
  'item or product. Null: it stands in the way of no other.';
comment on column order_lines.source_price_minor is
  'The partner''s price, when the list price was converted from another currency; with the rate '
  'between major units and the day of the rate.';

-- Lines of a subscription begin no claim once it has begun: its entitlement is the subscription's.
create function claim_of_line(state text, subscription_id text, plan_version_id text,
  product_kind text) returns text language sql immutable parallel safe
  return case
    when state in ('draft', 'awaiting_payment') and subscription_id is null then 'open'
    when state in ('paid', 'partially_refunded') and plan_version_id is null
      and product_kind is distinct from 'consumable' then 'owned'
  end;

insert into order_lines (order_id, place, store_id, item_id, plan_id, product_id, product_kind,
  product, claim, list_price_minor, source_price_minor, source_currency, exchange_rate, rate_day,
  subtotal_minor, discount_minor, tax_minor, total_minor, tax_rate_bp, refunded_minor)
select id, 1, store_id, item_id, plan_id, product_id, product_kind, product,
  claim_of_line(state, subscription_id, plan_version_id, product_kind), list_price_minor,
  source_price_minor, source_currency, exchange_rate, rate_day, subtotal_minor, discount_minor,
  tax_minor, total_minor, tax_rate_bp, refunded_minor
from orders;

create unique index order_lines_one_item on order_lines (store_id, item_id, claim)
  where product_id is null and claim is not null;
create unique index order_lines_one_product on order_lines (store_id, item_id, product_id, claim)
  where product_id is not null and claim is not null;
create index order_lines_item on order_lines (item_id, store_id);
create index order_lines_plan on order_lines (plan_id) where plan_id is not null;

alter table orders
  drop column item_id,
  drop column plan_id,
  drop column product_id,
  drop column product_kind,
  drop column product,
  drop column list_price_minor,
  drop column source_price_minor,
  drop column source_currency,
  drop column exchange_rate,
  drop column rate_day,
  drop column tax_rate_bp,
  add constraint orders_exempt_untaxed check (tax_exemption is null or tax_minor = 0),
  drop constraint orders_refunded_at_most_charged,
  add constraint orders_refunded_at_most_total check (refunded_minor <= total_minor);
comment on table orders is
  'What a store buys with one payment. Its amounts are the sums of its lines (order_lines).';

-- Deferred, because an order and its lines are written one after the other.
create function check_order_lines() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if tg_table_name = 'orders' then
    wanted := new.id;
  elsif tg_op = 'DELETE' then
    wanted := old.order_id;
  else
    wanted := new.order_id;
  end if;
  if exists (
    select from orders left join order_lines line on line.order_id = orders.id
    where orders.id = wanted
    group by orders.id
    having count(line.order_id) = 0
      or bool_or(line.store_id <> orders.store_id)
      or orders.tax_exemption is not null and bool_or(line.tax_rate_bp <> 0)
      or (sum(line.subtotal_minor), sum(line.discount_minor), sum(line.tax_minor),
        sum(line.total_minor), sum(line.refunded_minor))
      is distinct from (orders.subtotal_minor::numeric, orders.discount_minor::numeric,
        orders.tax_minor::numeric, orders.total_minor::numeric, orders.refunded_minor::numeric)) then
    raise check_violation using constraint = 'order_lines_sum_up',
      message = format('the lines of order %s are not what it sells', wanted);
  end if;
  return null;
end $$;
create constraint trigger order_lines_sum_up
  after insert or delete or update of order_id, store_id, subtotal_minor, discount_minor, tax_minor,
    total_minor, tax_rate_bp, refunded_minor on order_lines
  deferrable initially deferred for each row execute function check_order_lines();
create constraint trigger order_lines_sum_up
  after insert or update of store_id, subtotal_minor, discount_minor, tax_minor, total_minor,
    tax_exemption, refunded_minor on orders
  deferrable initially deferred for each row execute function check_order_lines();

create function claim_lines() returns trigger language plpgsql as $$
begin
  update order_lines set claim = claim_of_line(new.state, new.subscription_id,
    new.plan_version_id, product_kind)
  where order_id = new.id and claim is distinct from claim_of_line(new.state, new.subscription_id,
    new.plan_version_id, product_kind);
  return null;
end $$;
create trigger claim_lines
  after insert or update of state, subscription_id, plan_version_id on orders
  for each row execute function claim_lines();

create or replace function note_figures_of_order() returns trigger language plpgsql as $$
begin
  perform note_figures_of(item_id, case when tg_op = 'UPDATE' then old.paid_at end, new.paid_at)
    from order_lines where order_id = new.id;
  return null;
end $$;

create or replace function note_figures_of_refund() returns trigger language plpgsql as $$
begin
  perform note_figures_of(item_id, case when tg_op = 'UPDATE'
    and old.state = new.state then old.ended_at end, new.ended_at) from order_lines
    where order_id = new.order_id;
  return null;
end $$;
