-- Module earnings. The market's share, partners' earnings, monthly statements, payouts
-- (docs/decisions/0030).

create table share_rules (
  id text primary key check (id ~ '^shr_[0-9a-z]{20}$'),
  partner_id text references partners,
  market text check (market in ('app', 'theme')),
  valid_from date not null,
  rate_bp integer check (rate_bp between 0 and 10000),
  set_by text references people,
  set_at timestamptz not null,
  -- Two rules of a kind never hold at once.
  constraint share_rules_one_at_once unique nulls not distinct (partner_id, market, valid_from),
  check (rate_bp is not null or partner_id is not null or market is not null)
);
comment on table share_rules is
  'The market''s share. A rule holds until the next one of the same kind begins; rules that have '
  'begun do not change.';
comment on column share_rules.partner_id is 'Null: every partner.';
comment on column share_rules.market is 'Null: both markets.';
comment on column share_rules.rate_bp is
  'Basis points of the net amount; null: from that day on the wider rule applies again.';

create table earnings_statements (
  id text primary key check (id ~ '^ern_[0-9a-z]{20}$'),
  year smallint not null,
  sequence integer not null check (sequence > 0),
  partner_id text not null references partners,
  currency char(3) not null,
  month date not null check (extract(day from month) = 1),
  opening_minor bigint not null,
  sales_minor bigint not null check (sales_minor >= 0),
  refunds_minor bigint not null check (refunds_minor <= 0),
  commission_minor bigint not null,
  tax_minor bigint not null,
  adjustments_minor bigint not null,
  paid_out_minor bigint not null check (paid_out_minor <= 0),
  closing_minor bigint not null,
  closed_at timestamptz not null,
  unique (partner_id, currency, month),
  unique (year, sequence),
  check (closing_minor = opening_minor + sales_minor + refunds_minor + commission_minor + tax_minor
    + adjustments_minor + paid_out_minor)
);
comment on table earnings_statements is
  'One statement a month, partner and currency; append-only. Every amount is signed as it moves '
  'the balance.';
comment on column earnings_statements.sequence is 'Without gaps within a year.';
create index earnings_statements_newest on earnings_statements (closed_at desc, id desc);
create index earnings_statements_partner on earnings_statements (partner_id, closed_at desc,
  id desc);

create table earnings_entries (
  id text primary key check (id ~ '^ere_[0-9a-z]{20}$'),
  turn bigint generated always as identity,
  partner_id text not null references partners,
  currency char(3) not null,
  kind text not null check (kind in ('sale', 'refund', 'chargeback', 'adjustment', 'payout')),
  at timestamptz not null,
  order_id text references orders,
  item_id text references items,
  refund_id text unique references refunds,
  rule_id text references share_rules,
  rate_bp integer,
  tax_bp integer,
  gross_minor bigint not null default 0,
  net_minor bigint not null default 0,
  commission_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  amount_minor bigint not null,
  reason text check (length(reason) between 1 and 1000),
  reference text check (length(reference) between 1 and 100),
  noted_by text references people,
  pays_id text unique references earnings_statements,
  paid_on date,
  statement_id text references earnings_statements,
  check (case when kind in ('sale', 'refund', 'chargeback') then order_id is not null
    and amount_minor = net_minor - commission_minor - tax_minor else net_minor = 0
    and commission_minor = 0 and tax_minor = 0 and gross_minor = 0 and noted_by is not null end),
  check ((kind = 'refund') = (refund_id is not null)),
  check ((kind = 'payout') = (pays_id is not null) and (kind = 'payout') = (paid_on is not null)),
  check (kind <> 'adjustment' or reason is not null),
  check (kind <> 'sale' or net_minor > 0 and commission_minor >= 0 and tax_minor >= 0),
  check (kind not in ('refund', 'chargeback') or net_minor <= 0 and commission_minor <= 0
    and tax_minor <= 0)
);
comment on table earnings_entries is
  'What each sale left and each refund took. Written once; later only the statement is set, when '
  'a month is closed.';
comment on column earnings_entries.turn is 'Order of creation, independent of the clock.';
comment on column earnings_entries.rule_id is
  'The share that held at the sale; null: none was set.';
comment on column earnings_entries.tax_bp is 'Tax on the market''s share.';
comment on column earnings_entries.gross_minor is 'The buyer''s money including tax.';
comment on column earnings_entries.net_minor is 'The price without tax.';
comment on column earnings_entries.commission_minor is 'The market''s share of net_minor.';
comment on column earnings_entries.tax_minor is 'Tax on the share.';
comment on column earnings_entries.amount_minor is 'Change of the partner''s balance.';
comment on column earnings_entries.pays_id is 'Of a payout: the statement that it pays.';
comment on column earnings_entries.paid_on is 'Of a payout: the day on which the bank sent it.';
comment on column earnings_entries.statement_id is 'Null until a month is closed over it.';
create unique index earnings_entries_one_sale on earnings_entries (order_id) where kind = 'sale';
create index earnings_entries_open on earnings_entries (partner_id, currency, at)
  where statement_id is null;
create index earnings_entries_order on earnings_entries (order_id, turn) where order_id is not null;
create index earnings_entries_statement on earnings_entries (statement_id, turn)
  where statement_id is not null;

create table earnings_due (
  id bigint generated always as identity primary key,
  order_id text not null
);
comment on table earnings_due is
  'Orders whose money moved, noted by triggers; deleted by the job that writes the entries.';

create trigger earnings_statements_stand
  before update or delete on earnings_statements for each row execute function refuse_change();

-- A rule that has begun stays; a new one begins later, or today while nothing has been sold since.
create function keep_begun_share_rules() returns trigger language plpgsql as $$
declare
  today date := figure_day(now());
begin
  if tg_op = 'UPDATE' then
    raise exception 'a share rule is never changed: another is set from a later day on' using
      errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' and old.valid_from <= today then
    raise exception 'a share rule that has begun stays' using errcode = 'restrict_violation';
  end if;
  -- Before the first sale a market may begin with a rule of today.
  if tg_op = 'INSERT' and new.valid_from <= today
    and exists (select from orders where paid_at >= new.valid_from::timestamp at time zone
      'Europe/Istanbul' and subtotal_minor > discount_minor) then
    raise exception 'something was sold since that day' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_begun
  before insert or update or delete on share_rules
  for each row execute function keep_begun_share_rules();

-- Entries are written once; closing a month sets statement_id.
create function keep_earnings_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.statement_id is not null or new.statement_id is null
    or to_jsonb(new) - 'statement_id' <> to_jsonb(old) - 'statement_id' then
    raise exception 'what was earned stays written down as it was' using errcode =
      'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_entry
  before update or delete on earnings_entries for each row execute function keep_earnings_entry();

-- Notes an order in the transaction that moves its money.
create function note_earnings() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    insert into earnings_due (order_id) values (new.id);
  else
    insert into earnings_due (order_id) values (new.order_id);
  end if;
  return null;
end $$;
create trigger note_earnings
  after update of paid_at on orders for each row
  when (new.paid_at is not null and old.paid_at is null) execute function note_earnings();
create trigger note_earnings_of_new
  after insert on orders for each row
  when (new.paid_at is not null) execute function note_earnings();
create trigger note_earnings
  after update of state on refunds for each row
  when (new.state = 'succeeded' and old.state <> 'succeeded') execute function note_earnings();
create trigger note_earnings_of_new
  after insert on refunds for each row
  when (new.state = 'succeeded') execute function note_earnings();
