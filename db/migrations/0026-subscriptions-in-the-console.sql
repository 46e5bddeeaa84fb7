-- Subscriptions in the console: an operator's charge, the lists, and figures by day.
alter table subscriptions
  add column charge_asked smallint check (charge_asked > 0),
  add column extra_days smallint not null default 0 check (extra_days >= 0);
comment on column subscriptions.charge_asked is
  'The turn of the due order that an operator asked to be charged at once. Done when it is no longer '
  'the next one.';
comment on column subscriptions.extra_days is
  'Days of the current period that an operator gave without a charge: nothing is refunded for them.';
create index subscriptions_state on subscriptions (state, created_at desc, id desc);
create index subscriptions_unpaid on subscriptions (created_at desc, id desc)
  where due_order_id is not null;

create table subscription_states (
  id bigint generated always as identity primary key,
  subscription_id text not null references subscriptions,
  item_id text not null references items,
  state text not null check (state in ('trialing', 'active', 'past_due', 'paused', 'ended')),
  currency char(3) not null references currencies,
  monthly_minor bigint not null check (monthly_minor >= 0),
  due_minor bigint check (due_minor >= 0),
  at timestamptz not null
);
comment on table subscription_states is
  'What a subscription was from a moment on, append-only: what figures are summed from. Without those '
  'of stores that have a test clock.';
comment on column subscription_states.monthly_minor is
  'The list price of a month without tax, a year counted as twelve months.';
comment on column subscription_states.due_minor is
  'The open amount without tax, of past_due and paused; null where it is in another currency.';
create index subscription_states_subscription on subscription_states (subscription_id, id desc);
create index subscription_states_item on subscription_states (item_id, at);
create trigger subscription_states_append_only
  before update or delete on subscription_states for each row execute function refuse_change();

-- A later state decides whether an earlier trial was paid or a failed payment recovered.
create function note_figures_of_subscription() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, null, new.at);
  if new.state = 'active' then
    insert into figures_due (item_id, day) select new.item_id, figure_day(at)
      from subscription_states
      where subscription_id = new.subscription_id and id < new.id
        and state in ('trialing', 'past_due');
  end if;
  return null;
end $$;
create trigger note_figures
  after insert on subscription_states for each row execute function note_figures_of_subscription();

create table figure_subscription_days (
  item_id text not null references items on delete cascade,
  day date not null,
  currency char(3) not null,
  trialing integer not null,
  active integer not null,
  past_due integer not null,
  paused integer not null,
  monthly_minor bigint not null,
  started integer not null,
  ended integer not null,
  trials integer not null,
  trials_paid integer not null,
  failed integer not null,
  failed_minor bigint not null,
  recovered integer not null,
  recovered_minor bigint not null,
  primary key (item_id, day, currency)
);
comment on table figure_subscription_days is
  'Daily figures of an item''s subscriptions. trialing to monthly_minor are changes: their sum to a '
  'day is how many there were at its end.';
comment on column figure_subscription_days.monthly_minor is
  'Of active and past due subscriptions, without tax.';
comment on column figure_subscription_days.started is 'Began to be paid.';
comment on column figure_subscription_days.ended is 'Ended after they had been paid.';
comment on column figure_subscription_days.trials_paid is
  'Of the trials that began on this day, those that were paid later.';
comment on column figure_subscription_days.recovered is
  'Of the payments that failed on this day, those that were paid later.';
create index figure_subscription_days_day on figure_subscription_days (day);

create table figure_market_subscription_days (
  market text not null check (market in ('app', 'theme')),
  day date not null,
  currency char(3) not null,
  trialing integer not null,
  active integer not null,
  past_due integer not null,
  paused integer not null,
  monthly_minor bigint not null,
  started integer not null,
  ended integer not null,
  trials integer not null,
  trials_paid integer not null,
  failed integer not null,
  failed_minor bigint not null,
  recovered integer not null,
  recovered_minor bigint not null,
  primary key (market, day, currency)
);
comment on table figure_market_subscription_days is
  'Daily figures of the subscriptions of a whole market.';

-- Subscriptions of before: as they are now, since they began.
insert into subscription_states
  (subscription_id, item_id, state, currency, monthly_minor, due_minor, at)
select subscriptions.id, subscriptions.item_id, subscriptions.state, plan_versions.currency,
  round(plan_versions.amount_minor::numeric / case period when 'year' then 12 else 1 end), null,
  subscriptions.created_at
from subscriptions
join plan_versions on plan_versions.id = subscriptions.plan_version_id
where subscriptions.state <> 'ended' and not exists (
  select from test_clocks where test_clocks.store_id = subscriptions.store_id);

-- The tax report reads the documents of a period.
create index invoices_issued on invoices (issued_at);
alter table invoices
  add column buyer_country char(2) check (buyer_country ~ '^[A-Z]{2}$'),
  add column tax_rate_bp integer not null default 0 check (tax_rate_bp >= 0),
  add column tax_exemption text check (tax_exemption in ('reverse_charge'));
comment on column invoices.buyer_country is
  'As the document says, whatever became of the address; null in old documents that name none.';
update invoices set tax_rate_bp = orders.tax_rate_bp, tax_exemption = orders.tax_exemption,
  buyer_country = (select country from addresses where addresses.id = orders.address_id)
from orders where orders.id = invoices.order_id;
alter table invoices alter column tax_rate_bp drop default;

alter table refunds drop constraint refunds_reason_check, add constraint refunds_reason_check
  check (reason in ('buyer_request', 'not_delivered', 'duplicate', 'fraud', 'other', 'money_back',
    'goodwill'));
comment on column refunds.reason is
  'money_back: the order did not want the payment. goodwill: a credit, what was bought stays.';
