-- Payouts to accounts at a provider: connections, transfers, reversals (docs/decisions/0058).

alter table payout_accounts add column provider text
  check (provider in ('sandbox', 'stripe', 'iyzico'));
comment on column payout_accounts.provider is
  'Who pays the partner out, to the connected account; null: a bank, to the IBAN of the details.';

create table connected_accounts (
  id text primary key check (id ~ '^pca_[0-9a-z]{20}$'),
  partner_id text not null references partners,
  provider text not null check (provider in ('sandbox', 'stripe', 'iyzico')),
  account_ref text not null check (length(account_ref) between 1 and 200),
  country char(2) not null,
  state text not null check (state in ('pending', 'restricted', 'ready')),
  missing text[] not null default '{}',
  connected_at timestamptz not null,
  checked_at timestamptz not null,
  next_check_at timestamptz not null,
  unique (partner_id, provider),
  unique (provider, account_ref)
);
comment on table connected_accounts is
  'Partners'' accounts at providers of payouts. One stays when the partner chooses another way.';
comment on column connected_accounts.account_ref is 'The account''s id at the provider.';
comment on column connected_accounts.country is 'For which it was opened; providers do not let it change.';
comment on column connected_accounts.state is
  'As the provider said last: pending (it is checking), restricted (something is missing), ready.';
comment on column connected_accounts.missing is 'Kinds of what the provider still asks the partner for.';
create index connected_accounts_due on connected_accounts (next_check_at);

create table payout_transfers (
  line_id text primary key references payout_lines,
  provider text not null check (provider in ('sandbox', 'stripe', 'iyzico')),
  account_ref text not null,
  transfer_ref text check (length(transfer_ref) between 1 and 200),
  sent_at timestamptz,
  looks integer not null default 0,
  next_look_at timestamptz,
  failure text check (length(failure) between 1 and 100)
);
comment on table payout_transfers is
  'How a provider carries out a line of a batch; lines without a row are in the file for the bank.';
comment on column payout_transfers.account_ref is 'The account when the batch was created.';
comment on column payout_transfers.transfer_ref is 'Of the provider; set before money can move.';
comment on column payout_transfers.sent_at is
  'Committed before the call that moves money: from then on the provider is asked first.';
comment on column payout_transfers.looks is 'How often a worker took it up; spaces the next ones.';
comment on column payout_transfers.next_look_at is
  'When a worker takes it up; null before the batch is released and after the line has ended.';
comment on column payout_transfers.failure is 'Why the provider refused it: a code of ours.';
create index payout_transfers_due on payout_transfers (next_look_at)
  where next_look_at is not null;

create table payout_reversals (
  id text primary key check (id ~ '^por_[0-9a-z]{20}$'),
  line_id text not null references payout_lines,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  asked_by text not null references people,
  asked_at timestamptz not null,
  reversal_ref text check (length(reversal_ref) between 1 and 200),
  failure text check (length(failure) between 1 and 100),
  looks integer not null default 0,
  next_look_at timestamptz,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'open') = (next_look_at is not null)),
  check ((state = 'done') = (reversal_ref is not null)),
  check ((state = 'failed') = (failure is not null))
);
comment on table payout_reversals is
  'What a provider was asked to take back of a payout, because refunds came after it.';
comment on column payout_reversals.id is 'The idempotency key at the provider.';
create unique index payout_reversals_one_open on payout_reversals (line_id) where state = 'open';
create index payout_reversals_line on payout_reversals (line_id);
create index payout_reversals_due on payout_reversals (next_look_at) where next_look_at is not null;

-- A reversal raises the balance that its payout had lowered.
alter table earnings_entries add column reversal_id text unique references payout_reversals;
comment on column earnings_entries.reversal_id is 'Of a reversal: what the provider took back.';
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'earnings_entries'::regclass
    and contype = 'c' and pg_get_constraintdef(oid) like '%kind = ANY%''adjustment''%' loop
    execute format('alter table earnings_entries drop constraint %I', name);
  end loop;
  for name in select conname from pg_constraint where conrelid = 'earnings_statements'::regclass
    and contype = 'c' and pg_get_constraintdef(oid) like '%paid_out_minor <= 0%' loop
    execute format('alter table earnings_statements drop constraint %I', name);
  end loop;
end $$;
alter table earnings_entries add constraint earnings_entries_kind check (
  kind in ('sale', 'refund', 'chargeback', 'adjustment', 'payout', 'reversal'));
alter table earnings_entries add constraint earnings_entries_reversal check (
  (kind = 'reversal') = (reversal_id is not null) and (kind <> 'reversal' or amount_minor > 0));

create or replace function post_earnings(entry earnings_entries) returns void language sql as $$
  insert into ledger_entries (posting, account, partner_id, currency, amount_minor, at)
  select entry.id, account, partner_id, entry.currency, amount_minor, entry.at from (values
    (case
      when entry.payout_line_id is not null then 'reserve'
      when exists (select from earnings_holds where order_id = entry.order_id) then 'held'
      else 'payable' end, entry.partner_id, entry.amount_minor),
    ('paid_out', entry.partner_id,
      case when entry.kind in ('payout', 'reversal') then -entry.amount_minor else 0 end),
    ('adjustments', null,
      case when entry.kind = 'adjustment' then -entry.amount_minor else 0 end),
    ('sales', null, -entry.net_minor),
    ('commission', null, entry.commission_minor),
    ('tax', null, entry.tax_minor)
  ) as part (account, partner_id, amount_minor)
  where amount_minor <> 0
$$;
