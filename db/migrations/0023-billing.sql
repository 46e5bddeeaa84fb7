-- Module billing: plan versions, subscriptions, usage, dunning, test clocks.

alter table plans
  add column trial_days smallint not null default 0 check (trial_days between 0 and 90),
  add column trial_needs_card boolean not null default false,
  add column meters jsonb not null default '[]' check (jsonb_typeof(meters) = 'array'),
  add column cap_minor bigint check (cap_minor > 0);
comment on column plans.trial_days is 'Free days before the first charge of a recurring or usage plan.';
comment on column plans.trial_needs_card is
  'A trial begins only after the owner agreed to what follows it.';
comment on column plans.meters is
  'What is charged by use: [{ key, name by language, included, tiers: [{ upTo, priceMinor, per }] }]. '
  'Prices in the plan''s own currency, before tax rules of the platform.';
comment on column plans.cap_minor is
  'The most that use may add in a period unless the owner chooses another cap. Null: no default.';

-- Drafts and submissions of listings that were written before.
create function with_plan_terms(plans jsonb) returns jsonb language sql immutable return (
  select coalesce(jsonb_agg(
    '{"trialDays": 0, "trialNeedsCard": false, "meters": [], "capMinor": null}'::jsonb || plan
    order by place), '[]')
  from jsonb_array_elements(plans) with ordinality as listed (plan, place));
update listing_drafts
set draft = jsonb_set(draft, '{content,plans}', with_plan_terms(draft #> '{content,plans}'))
where jsonb_typeof(draft #> '{content,plans}') = 'array';
update submissions set listing = jsonb_set(listing, '{plans}', with_plan_terms(listing -> 'plans'))
where jsonb_typeof(listing -> 'plans') = 'array';
drop function with_plan_terms(jsonb);

create table plan_versions (
  id text primary key,
  plan_id text not null references plans,
  kind text not null check (kind in ('recurring', 'usage')),
  name jsonb not null,
  period text not null check (period in ('month', 'year')),
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor >= 0),
  converted jsonb,
  trial_days smallint not null check (trial_days between 0 and 90),
  meters jsonb not null check (jsonb_typeof(meters) = 'array'),
  cap_minor bigint check (cap_minor > 0),
  terms_sha256 text not null,
  created_at timestamptz not null,
  unique (plan_id, terms_sha256)
);
comment on table plan_versions is
  'The terms of a plan in one currency, as a store agreed to them. Never changed: a plan whose price '
  'changes gets another version, and subscriptions keep theirs.';
comment on column plan_versions.period is 'A usage plan is charged monthly.';
comment on column plan_versions.converted is
  'Null for the partner''s own price, else { sourceMinor, sourceCurrency, rate, day }.';
create trigger plan_versions_immutable
  before update or delete on plan_versions for each row execute function refuse_change();

create table subscriptions (
  id text primary key,
  store_id text not null references stores,
  item_id text not null references items,
  platform_id smallint not null references platforms,
  plan_version_id text not null references plan_versions,
  state text not null check (state in ('trialing', 'active', 'past_due', 'paused', 'ended')),
  locale text not null,
  time_zone text not null,
  anchor_day text not null check (anchor_day ~ '^\d{4}-\d\d-\d\d$'),
  anchor_period integer not null,
  period_no integer not null check (period_no >= 0),
  period_from timestamptz not null,
  period_until timestamptz not null check (period_until > period_from),
  trial_until timestamptz,
  agreed_at timestamptz,
  saved_card_id text references saved_cards,
  address_id text references addresses,
  cap_minor bigint check (cap_minor > 0),
  cancelled_at timestamptz,
  pending_version_id text references plan_versions,
  due_order_id text references orders,
  past_due_since timestamptz,
  charges_tried smallint not null default 0 check (charges_tried >= 0),
  stops_charging boolean not null default false,
  reminded_period integer,
  frozen_since timestamptz,
  next_action_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('cancelled', 'trial_over', 'unpaid', 'returned',
    'uninstalled', 'operator')),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null)),
  check (state <> 'ended' or next_action_at is null),
  check ((state in ('past_due', 'paused')) = (past_due_since is not null)),
  check (past_due_since is null or due_order_id is not null),
  check (state <> 'trialing' or trial_until is not null),
  check (agreed_at is not null or state in ('trialing', 'ended'))
);
comment on table subscriptions is 'A store''s subscription to a plan of an item.';
comment on column subscriptions.anchor_day is
  'The day, in time_zone, on which anchor_period began: later ones begin on the same day of a later '
  'month or year, on the last one of a shorter month.';
comment on column subscriptions.period_no is
  '0: the trial. Paid periods count from 1, and each has one order.';
comment on column subscriptions.agreed_at is
  'When the owner agreed to be charged. Null: a trial that ends without a charge.';
comment on column subscriptions.cancelled_at is 'The subscription ends with its period.';
comment on column subscriptions.pending_version_id is 'The plan from the next period on.';
comment on column subscriptions.due_order_id is
  'The order of the next period while it is not paid.';
comment on column subscriptions.charges_tried is 'Of the order that is due.';
comment on column subscriptions.stops_charging is 'The bank said that the card will never work again.';
comment on column subscriptions.reminded_period is 'The period whose end was announced by mail.';
comment on column subscriptions.frozen_since is 'The store is closed: nothing is charged.';
create unique index subscriptions_one_live on subscriptions (store_id, item_id)
  where state <> 'ended';
create index subscriptions_due on subscriptions (next_action_at) where next_action_at is not null;
create index subscriptions_store on subscriptions (store_id, created_at desc);
create index subscriptions_item on subscriptions (item_id, created_at desc);
create index subscriptions_newest on subscriptions (created_at desc, id desc);
create index subscriptions_card on subscriptions (saved_card_id) where state <> 'ended';

create table subscription_events (
  id bigint generated always as identity primary key,
  subscription_id text not null references subscriptions,
  kind text not null,
  facts jsonb not null default '{}',
  at timestamptz not null
);
comment on table subscription_events is 'History of subscriptions, append-only.';
create index subscription_events_subscription on subscription_events (subscription_id, id);
create trigger subscription_events_append_only
  before update or delete on subscription_events for each row execute function refuse_change();

create table usage_records (
  id bigint generated always as identity primary key,
  subscription_id text not null references subscriptions,
  key text not null check (length(key) between 1 and 100),
  period_no integer not null,
  meter text not null,
  quantity bigint not null check (quantity > 0),
  used_at timestamptz not null,
  recorded_at timestamptz not null,
  unique (subscription_id, key)
);
comment on table usage_records is 'What apps reported as used, append-only. A key counts once.';
create trigger usage_records_append_only
  before update or delete on usage_records for each row execute function refuse_change();

create table usage_totals (
  subscription_id text not null references subscriptions,
  period_no integer not null,
  meter text not null,
  quantity bigint not null check (quantity > 0),
  primary key (subscription_id, period_no, meter)
);
comment on table usage_totals is 'Sums of usage_records, written with them.';

create table dunning_attempts (
  order_id text not null references orders,
  turn smallint not null check (turn > 0),
  subscription_id text not null references subscriptions,
  attempt_id text references payment_attempts,
  at timestamptz not null,
  primary key (order_id, turn)
);
comment on table dunning_attempts is 'Charges of a due order without the buyer, by turn.';

create table test_clocks (
  store_id text primary key references stores,
  now_at timestamptz not null,
  target_at timestamptz not null check (target_at >= now_at),
  updated_at timestamptz not null
);
comment on table test_clocks is
  'A developer''s store whose subscriptions follow a clock of its own, which moves towards target_at.';

alter table orders
  add column plan_version_id text references plan_versions,
  add column subscription_id text references subscriptions,
  add column period_no integer,
  add column purpose text check (purpose in ('start', 'renewal', 'change', 'final')),
  add column lines jsonb,
  add constraint orders_of_subscription check (
    (plan_version_id is null) = (purpose is null) and (plan_version_id is null) = (lines is null)
    and (purpose is null or purpose = 'start' or subscription_id is not null));
comment on column orders.purpose is
  'Of a subscription''s order; ''final'': use that was not yet charged when it ended.';
comment on column orders.lines is
  'What the list price of a subscription''s order consists of: [{ kind, from, until, quantity, amount_minor }].';
create unique index orders_one_renewal on orders (subscription_id, period_no)
  where purpose in ('start', 'renewal') and state not in ('cancelled', 'expired');
create index orders_subscription on orders (subscription_id, created_at desc)
  where subscription_id is not null;
drop index orders_one_open;
create unique index orders_one_open on orders (store_id, item_id)
  where product_id is null and subscription_id is null and state in ('draft', 'awaiting_payment');
drop index orders_one_owned;
create unique index orders_one_owned on orders (store_id, item_id)
  where product_id is null and plan_version_id is null and state in ('paid', 'partially_refunded');

alter table payment_attempts
  add column saved_card_id text references saved_cards,
  add column without_buyer boolean not null default false,
  add column is_final boolean not null default false;
comment on column payment_attempts.saved_card_id is 'The saved card that is charged.';
comment on column payment_attempts.without_buyer is 'Charged by the market, as agreed before.';
comment on column payment_attempts.is_final is
  'Declined for good: the bank said that this card will never work again.';

alter table entitlements drop constraint entitlements_pkey;
alter table entitlements
  alter column order_id drop not null,
  add column id bigint generated always as identity primary key,
  add column subscription_id text unique references subscriptions,
  add constraint entitlements_order unique (order_id),
  add constraint entitlements_one_reason check (num_nonnulls(order_id, subscription_id) = 1);
comment on table entitlements is
  'Which store may use which item, and by which order or subscription. Items only: in-app purchases '
  'are in app_purchases.';
comment on column entitlements.valid_until is
  'Null: until further notice. Of a subscription, the end of what is paid and of the days of grace.';
drop index entitlements_valid;
create index entitlements_store on entitlements (store_id, item_id, valid_until);
