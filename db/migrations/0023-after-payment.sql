-- What comes after a payment: money back, both books side by side, invoices, the texts that were agreed to.

-- What the gateway said it took for an attempt, and how much of it has gone back or may have.
alter table payment_attempts
  add column captured_minor bigint check (captured_minor > 0),
  add column captured_at timestamptz,
  add column returning_minor bigint not null default 0,
  add constraint payment_attempts_no_more_back check (returning_minor between 0 and coalesce(captured_minor, 0));
update payment_attempts set captured_minor = amount_minor, captured_at = updated_at where state = 'succeeded';
update payment_attempts a set captured_minor = a.amount_minor, captured_at = a.updated_at
  where a.state = 'voided' and a.gateway_ref is not null and exists (select from order_events e where e.attempt_id = a.id and e.kind = 'money_back');
create index payment_attempts_captured on payment_attempts (captured_at) where captured_minor is not null;

create table refunds (
  id text primary key,
  -- which came later, whatever the clock says
  turn bigint generated always as identity,
  -- asked for again with the same key it is the same refund; the gateway knows it by this name
  key text not null unique,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  -- money_back: the order did not want the payment
  reason text not null check (reason in ('buyer_request', 'not_delivered', 'duplicate', 'fraud', 'other', 'money_back')),
  state text not null check (state in ('requested', 'succeeded', 'refused', 'unknown')),
  -- why the gateway would not
  refusal text,
  asked_by text not null,
  requested_at timestamptz not null,
  -- when the gateway was last asked, or answered
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('succeeded', 'refused')) = (ended_at is not null))
);
create index refunds_order on refunds (order_id, turn);
create index refunds_attempt on refunds (attempt_id);
create index refunds_open on refunds (updated_at) where state in ('requested', 'unknown');
create index refunds_ended on refunds (ended_at) where state = 'succeeded';

-- The sum is kept by the database itself: by adding to the attempt's row, whose lock lets two at once see each other.
create function keep_refunds_within_charge() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'UPDATE' and old.state <> 'refused' then old.amount_minor else 0 end;
  after bigint := case when new.state <> 'refused' then new.amount_minor else 0 end;
begin
  if tg_op = 'UPDATE' and (new.attempt_id, new.order_id, new.amount_minor, new.currency) is distinct from (old.attempt_id, old.order_id, old.amount_minor, old.currency) then
    raise exception 'a refund is never made into another';
  end if;
  if after <> before then
    update payment_attempts set returning_minor = returning_minor + after - before where id = new.attempt_id;
  end if;
  return null;
end $$;
create trigger refunds_within_charge after insert or update on refunds for each row execute function keep_refunds_within_charge();

-- Money that an order did not want and whose way back was not written down: asked for again under the name it had.
insert into refunds (id, key, order_id, attempt_id, amount_minor, currency, reason, state, asked_by, requested_at, updated_at)
  select 'rfd_' || substr(a.id, 5), 'money-back-' || a.id, a.order_id, a.id, a.captured_minor, a.currency, 'money_back', 'requested', 'system', a.updated_at, a.updated_at
  from payment_attempts a where a.state = 'voided' and a.captured_minor is not null;

-- After a full refund the item leaves the store on this day (D10), and when it was seen to be gone.
alter table orders add column use_ends_at timestamptz, add column use_ended_at timestamptz;
create index orders_use_ends on orders (use_ends_at) where use_ends_at is not null and use_ended_at is null;

-- Days whose two books have been compared.
create table ledger_days (
  gateway text not null,
  day date not null,
  movements integer not null,
  compared_at timestamptz not null,
  primary key (gateway, day)
);

-- Where they say different things. A row stays until somebody has said what it was.
create table ledger_differences (
  id text primary key,
  gateway text not null,
  day date not null,
  kind text not null check (kind in ('charge_unknown', 'charge_missing', 'amount_differs', 'refund_differs', 'money_held')),
  -- what it is about: our attempt, or the gateway's own name of what we do not know
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
create index ledger_differences_open on ledger_differences (found_at) where state = 'open';

-- The local book of invoices: without a gap per series and year, for the counter's row is locked until the number is written down.
create table invoice_counters (
  series text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (series, year)
);
create table local_invoices (
  -- what it is for: the same again is the same number
  key text primary key,
  series text not null,
  year smallint not null,
  sequence integer not null,
  issued_at timestamptz not null,
  cancelled_at timestamptz,
  unique (series, year, sequence)
);

-- What was invoiced, by whichever provider.
create table invoices (
  id text primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  provider text not null,
  number text not null,
  order_id text not null references orders,
  -- of a credit note: the money that went back
  refund_id text unique references refunds,
  currency char(3) not null,
  net_minor bigint not null check (net_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  -- seller, buyer and line as they were issued, sealed (D23)
  content_sealed text not null,
  state text not null check (state in ('issued', 'cancelled')),
  issued_at timestamptz not null,
  cancelled_at timestamptz,
  unique (provider, number),
  check (total_minor = net_minor + tax_minor),
  check ((kind = 'credit_note') = (refund_id is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
create unique index invoices_one_an_order on invoices (order_id) where kind = 'invoice' and state = 'issued';
create index invoices_order on invoices (order_id);

-- The words that were agreed to, each once, by their hash: a consent names them by it (D23).
create table agreed_texts (
  sha256 text primary key,
  content jsonb not null,
  kept_at timestamptz not null
);
