-- Payouts to partners: bank details, the ledger of balances, batches (docs/decisions/0056).

create table payout_accounts (
  partner_id text primary key references partners,
  details_sealed text not null,
  country char(2) not null,
  identity text not null check (identity in ('submitted', 'confirmed', 'refused')),
  reason text check (length(reason) between 1 and 1000),
  changed_at timestamptz not null,
  settles_at timestamptz not null check (settles_at > changed_at),
  decided_by text references people,
  decided_at timestamptz,
  check ((identity = 'refused') = (reason is not null)),
  check ((identity = 'submitted') = (decided_at is null))
);
comment on table payout_accounts is
  'Where a partner is paid, and whether an operator confirmed who the partner is. No row: nothing was submitted.';
comment on column payout_accounts.details_sealed is
  'JSON: holder, iban, bic, taxNumber (D23).';
comment on column payout_accounts.country is 'Where the partner is registered.';
comment on column payout_accounts.settles_at is
  'Until then nothing is paid to the account: a stranger may have changed it.';
create index payout_accounts_waiting on payout_accounts (changed_at) where identity = 'submitted';

create table payout_settings (
  currency char(3) primary key,
  minimum_minor bigint not null check (minimum_minor > 0),
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$'),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$')
);
comment on table payout_settings is 'By currency, as the operator set it; without a row the product''s minimum holds.';
comment on column payout_settings.iban is 'The market''s own account, from which payouts are sent.';

create table payout_batches (
  id text primary key check (id ~ '^pob_[0-9a-z]{20}$'),
  year smallint not null,
  sequence integer not null check (sequence > 0),
  currency char(3) not null,
  day date not null,
  created_by text not null references people,
  created_at timestamptz not null,
  exported_by text references people,
  exported_at timestamptz,
  unique (year, sequence),
  check ((exported_at is null) = (exported_by is null))
);
comment on table payout_batches is 'Payouts that are sent to the bank together.';
comment on column payout_batches.sequence is 'Without gaps within a year.';
comment on column payout_batches.day is 'On which the bank is to send them.';
comment on column payout_batches.exported_at is 'When the file for the bank was first made; null: a draft.';
create index payout_batches_newest on payout_batches (created_at desc, id desc);

create table payout_lines (
  id text primary key check (id ~ '^pol_[0-9a-z]{20}$'),
  batch_id text not null references payout_batches,
  partner_id text not null references partners,
  amount_minor bigint not null check (amount_minor > 0),
  details_sealed text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'failed')),
  reference text check (length(reference) between 1 and 100),
  reason text check (length(reason) between 1 and 1000),
  paid_on date,
  ended_by text references people,
  ended_at timestamptz,
  unique (batch_id, partner_id),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'paid') = (paid_on is not null) and (state = 'paid') = (reference is not null)),
  check ((state = 'failed') = (reason is not null))
);
comment on table payout_lines is 'What a batch pays to one partner. The amount and the account are those of its creation.';
comment on column payout_lines.details_sealed is 'The partner''s details when the batch was created.';
create index payout_lines_partner on payout_lines (partner_id, batch_id);
create index payout_lines_open on payout_lines (partner_id) where state = 'open';

-- Amounts and accounts are frozen, and what has ended stays.
create function keep_payout_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.partner_id <> new.partner_id or old.batch_id <> new.batch_id
    or old.amount_minor <> new.amount_minor or (old.state <> 'open' and old.state <> new.state) then
    raise exception 'a payout stays as it was written down' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_line
  before update or delete on payout_lines for each row execute function keep_payout_line();

-- A payout comes from a line of a batch, or was written down for a statement.
alter table earnings_entries add column payout_line_id text unique references payout_lines;
comment on column earnings_entries.payout_line_id is 'Of a payout: the line of a batch that paid it.';
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'earnings_entries'::regclass
    and contype = 'c' and pg_get_constraintdef(oid) like '%pays_id%' loop
    execute format('alter table earnings_entries drop constraint %I', name);
  end loop;
end $$;
alter table earnings_entries add constraint earnings_entries_payout check (
  (kind = 'payout') = (pays_id is not null or payout_line_id is not null)
  and (kind = 'payout') = (paid_on is not null));

create table earnings_holds (
  order_id text primary key references orders,
  partner_id text not null references partners,
  currency char(3) not null,
  until timestamptz not null
);
comment on table earnings_holds is
  'Sales whose purchase may still be returned; deleted by the job that makes them payable.';
create index earnings_holds_due on earnings_holds (until);
create index earnings_holds_partner on earnings_holds (partner_id, currency, until);

create table ledger_entries (
  id bigint generated always as identity primary key,
  posting text not null,
  account text not null check (account in ('held', 'payable', 'reserve', 'paid_out', 'sales',
    'commission', 'tax', 'adjustments')),
  partner_id text references partners,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor <> 0),
  at timestamptz not null,
  check ((account in ('held', 'payable', 'reserve', 'paid_out')) = (partner_id is not null))
);
comment on table ledger_entries is
  'Double entry, append-only: the entries of a posting add up to zero in each currency.';
comment on column ledger_entries.posting is 'Id of the earnings entry, or of a move between a partner''s accounts.';
comment on column ledger_entries.account is
  'Of a partner: held (may be returned), payable, reserve (in a batch), paid_out. Of the market: sales, commission, tax, adjustments.';
comment on column ledger_entries.amount_minor is 'Positive: owed, or paid out; negative: where it came from.';
create index ledger_entries_posting on ledger_entries (posting);
create trigger ledger_entries_stand
  before update or delete on ledger_entries for each row execute function refuse_change();

create function check_posting() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entries where posting = new.posting group by currency
    having sum(amount_minor) <> 0) then
    raise exception 'posting % does not add up to zero', new.posting using errcode =
      'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_posting
  after insert on ledger_entries deferrable initially deferred
  for each row execute function check_posting();

create table ledger_balances (
  account text not null,
  partner_id text references partners,
  currency char(3) not null,
  amount_minor bigint not null,
  unique nulls not distinct (partner_id, currency, account)
);
comment on table ledger_balances is 'Sums of ledger_entries, kept by a trigger.';
create index ledger_balances_account on ledger_balances (account, currency);

create function sum_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger_balances as balance (account, partner_id, currency, amount_minor)
    values (new.account, new.partner_id, new.currency, new.amount_minor)
  on conflict (partner_id, currency, account)
    do update set amount_minor = balance.amount_minor + excluded.amount_minor;
  return null;
end $$;
create trigger sum_ledger
  after insert on ledger_entries for each row execute function sum_ledger();

-- The posting of an earnings entry, in its own transaction.
create function post_earnings(entry earnings_entries) returns void language sql as $$
  insert into ledger_entries (posting, account, partner_id, currency, amount_minor, at)
  select entry.id, account, partner_id, entry.currency, amount_minor, entry.at from (values
    (case
      when entry.payout_line_id is not null then 'reserve'
      when exists (select from earnings_holds where order_id = entry.order_id) then 'held'
      else 'payable' end, entry.partner_id, entry.amount_minor),
    ('paid_out', entry.partner_id,
      case when entry.kind = 'payout' then -entry.amount_minor else 0 end),
    ('adjustments', null,
      case when entry.kind = 'adjustment' then -entry.amount_minor else 0 end),
    ('sales', null, -entry.net_minor),
    ('commission', null, entry.commission_minor),
    ('tax', null, entry.tax_minor)
  ) as part (account, partner_id, amount_minor)
  where amount_minor <> 0
$$;
create function post_new_earnings() returns trigger language plpgsql as $$
begin
  perform post_earnings(new);
  return null;
end $$;
create trigger post_earnings
  after insert on earnings_entries for each row execute function post_new_earnings();

-- Sales of before that may still be returned are held too.
insert into earnings_holds (order_id, partner_id, currency, until)
select orders.id, sale.partner_id, sale.currency, paid_at + make_interval(days => return_days)
from orders
join earnings_entries sale on sale.order_id = orders.id and sale.kind = 'sale'
cross join (select coalesce((select return_days from market_settings limit 1), 14) as return_days)
  as market
where state = 'paid' and product_id is null and plan_version_id is null and returned_at is null
  and total_minor > 0 and paid_at + make_interval(days => return_days) > now();
select post_earnings(earnings_entries) from earnings_entries order by turn;
