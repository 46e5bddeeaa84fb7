-- Private offers, coupons for several periods, and cards that are saved without a payment.

alter table plans add column sold_to text not null default 'everybody'
  check (sold_to in ('everybody', 'offers', 'nobody'));
comment on column plans.sold_to is
  'offers: private, only a base of offers. nobody: ended for new subscriptions.';

create or replace function listing_prices(wanted_item text) returns jsonb language sql stable as $$
  select other_prices(plans.item_id, plans.position)
  from plans join items on items.id = plans.item_id
  where plans.item_id = wanted_item and plans.kind = items.price_kind
    and plans.price_minor = items.price_minor and plans.sold_to = 'everybody'
  order by plans.position limit 1
$$;

create table plan_offers (
  id text primary key,
  plan_id text not null references plans,
  item_id text not null references items,
  store_id text not null references stores,
  kind text not null check (kind in ('recurring', 'usage')),
  name jsonb not null,
  period text check (period in ('month', 'year')),
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null references currencies,
  trial_days smallint not null check (trial_days between 0 and 90),
  trial_needs_card boolean not null,
  meters jsonb not null check (jsonb_typeof(meters) = 'array'),
  cap_minor bigint check (cap_minor > 0),
  note text not null check (length(note) <= 500),
  expires_at timestamptz not null check (expires_at > created_at),
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'recurring') = (period is not null))
);
comment on table plan_offers is
  'A private plan for one store. Its terms never change; it may be withdrawn. Nobody else sees it.';
comment on column plan_offers.plan_id is 'The plan that it was copied from.';
comment on column plan_offers.note is 'Of the partner, for the owner of the store.';
comment on column plan_offers.expires_at is 'After it nobody takes it; who took it keeps it.';
create index plan_offers_store on plan_offers (store_id, item_id, created_at desc);
create index plan_offers_item on plan_offers (item_id, created_at desc, id desc);
create index plan_offers_plan on plan_offers (plan_id);
create function refuse_other_terms() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'withdrawn_at') is distinct from (to_jsonb(old) - 'withdrawn_at')
    or old.withdrawn_at is not null then
    raise exception 'the terms of an offer never change';
  end if;
  return new;
end $$;
create trigger plan_offers_immutable
  before update on plan_offers for each row execute function refuse_other_terms();
create trigger plan_offers_kept
  before delete on plan_offers for each row execute function refuse_change();

alter table plan_versions add column offer_id text references plan_offers;
comment on column plan_versions.offer_id is 'Null: public. Else private to the store of the offer.';
create index plan_versions_offer on plan_versions (offer_id) where offer_id is not null;

alter table coupons add column periods smallint default 1 check (periods between 1 and 120);
comment on column coupons.periods is
  'How many periods of a subscription it takes off. Null: every one. Other orders use it once.';

alter table orders add column coupon_terms jsonb;
comment on column orders.coupon_terms is
  'Of the first order of a subscription: the coupon as it was when the order got it, '
  '{ kind, percent_bp, amount_minor, currency, periods }.';

create table subscription_coupons (
  subscription_id text primary key references subscriptions,
  coupon_id text not null references coupons,
  code text not null,
  kind text not null check (kind in ('percent', 'amount')),
  percent_bp integer check (percent_bp between 1 and 10000),
  amount_minor bigint check (amount_minor > 0),
  currency char(3),
  periods smallint check (periods > 0),
  plan_period text not null check (plan_period in ('month', 'year')),
  agreed_at timestamptz not null,
  check (case kind when 'percent' then percent_bp is not null and amount_minor is null
    else percent_bp is null and amount_minor is not null and currency is not null end)
);
comment on table subscription_coupons is
  'The coupon of a subscription as its owner agreed to it. Never changed, whatever becomes of the '
  'coupon.';
comment on column subscription_coupons.periods is
  'The last paid period that it takes off; null: every one.';
comment on column subscription_coupons.plan_period is
  'Periods of another length are not taken off.';
create index subscription_coupons_coupon on subscription_coupons (coupon_id);
create trigger subscription_coupons_immutable
  before update or delete on subscription_coupons for each row execute function refuse_change();

alter table coupon_uses
  alter column order_id drop not null,
  add column subscription_id text references subscriptions,
  add check (num_nonnulls(order_id, subscription_id) = 1);
comment on column coupon_uses.subscription_id is
  'Of a trial that was agreed to with a coupon; redeemed with its first payment.';
create unique index coupon_uses_one_of_subscription on coupon_uses (subscription_id)
  where subscription_id is not null and state in ('reserved', 'redeemed');

create table card_setups (
  id text primary key,
  store_id text not null references stores,
  gateway text not null,
  state text not null check (state in ('created', 'challenge', 'unknown', 'saved', 'declined')),
  gateway_ref text,
  challenge_url text,
  card_name text check (length(card_name) between 1 and 80 and holds_no_card_number(card_name)),
  decline_reason text,
  saved_card_id text references saved_cards,
  return_path text not null check (return_path ~ '^/[A-Za-z0-9_/-]*([?].*)?$'
    and length(return_path) <= 200),
  limit_keys bytea[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_look_at timestamptz,
  check ((state = 'saved') = (saved_card_id is not null)),
  check ((next_look_at is not null) = (state in ('created', 'challenge', 'unknown')))
);
comment on table card_setups is
  'Cards that are saved without a payment: checked by the gateway, with 3-D Secure where it has it.';
comment on column card_setups.return_path is 'Where the owner goes afterwards.';
comment on column card_setups.next_look_at is 'When the gateway is asked how it ended.';
create index card_setups_due on card_setups (next_look_at) where next_look_at is not null;
create index card_setups_store on card_setups (store_id, created_at);
create index card_setups_card on card_setups (saved_card_id) where saved_card_id is not null;
