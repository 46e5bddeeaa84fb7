create table entitlements (
  order_id text primary key references orders,
  store_id text not null references stores,
  item_id text not null references items,
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until >= valid_from)
);
comment on table entitlements is
  'Which store owns which item, and from which order. Items only: in-app purchases are in '
  'app_purchases.';
comment on column entitlements.valid_until is 'Null: valid until further notice.';
create index entitlements_valid on entitlements (store_id, item_id) where valid_until is null;
create index entitlements_item on entitlements (item_id);

insert into entitlements (order_id, store_id, item_id, valid_from, valid_until)
select id, store_id, item_id, started, case when state = 'refunded' then greatest(started, coalesce(ended, started)) end
from (
  select orders.*, coalesce(paid_at, created_at) as started,
    (select max(at) from order_events where order_id = orders.id and kind = 'order' and to_state = 'refunded') as ended
  from orders where product_id is null and state in ('paid', 'partially_refunded', 'refunded')
) bought;
