-- What goes back, ends, is earned and is installed is of a line of an order (docs/decisions/0067).

alter table order_lines
  add column surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  add column returning_minor bigint not null default 0 check (returning_minor >= 0),
  add column refunded_at timestamptz,
  add column returned_at timestamptz,
  add column use_ends_at timestamptz,
  add column use_ended_at timestamptz;
comment on column order_lines.surcharge_minor is
  'Its part of what the bank took for paying in parts, divided by the totals.';
comment on column order_lines.returning_minor is
  'Sum of its refunds without those that were refused; kept by refunds_within_charge.';
comment on column order_lines.refunded_at is
  'When all that was charged for it had gone back; ends its claim.';
comment on column order_lines.returned_at is 'When the owner returned it.';
comment on column order_lines.use_ends_at is
  'After its full refund the item leaves the store on this day (D10).';
comment on column order_lines.use_ended_at is 'When it was seen to be gone.';

update order_lines line set
  surcharge_minor = orders.surcharge_minor,
  returned_at = orders.returned_at,
  use_ends_at = orders.use_ends_at,
  use_ended_at = orders.use_ended_at,
  returning_minor = coalesce((select sum(amount_minor) from refunds
    where order_id = orders.id and refunds.state <> 'refused' and reason <> 'money_back'), 0),
  refunded_at = case when orders.state = 'refunded' then coalesce((select max(ended_at) from refunds
    where order_id = orders.id and refunds.state = 'succeeded' and reason <> 'money_back'),
    orders.paid_at) end
from orders
where orders.id = line.order_id
  and (orders.surcharge_minor > 0 or orders.returned_at is not null
    or exists (select from refunds where order_id = orders.id));

alter table order_lines
  add constraint order_lines_no_more_back check (returning_minor <= total_minor + surcharge_minor);
create index order_lines_use_ends on order_lines (use_ends_at) where use_ends_at is not null
  and use_ended_at is null;
alter table orders
  drop column returned_at,
  drop column use_ends_at,
  drop column use_ended_at;

-- A claim ends with the refund of its own line.
drop function claim_of_line;
create function claim_of_line(state text, subscription_id text, plan_version_id text,
  product_kind text, refunded_at timestamptz) returns text language sql immutable parallel safe
  return case
    when state in ('draft', 'awaiting_payment') and subscription_id is null then 'open'
    when state in ('paid', 'partially_refunded') and refunded_at is null
      and plan_version_id is null and product_kind is distinct from 'consumable' then 'owned'
  end;
create or replace function claim_lines() returns trigger language plpgsql as $$
begin
  update order_lines set claim = claim_of_line(new.state, new.subscription_id,
    new.plan_version_id, product_kind, refunded_at)
  where order_id = new.id and claim is distinct from claim_of_line(new.state, new.subscription_id,
    new.plan_version_id, product_kind, refunded_at);
  return null;
end $$;
comment on column order_lines.claim is
  'Set with the order''s state (claim_lines): a store has one open line and one owned line of an '
  'item or product, until the line is refunded. Null: it stands in the way of no other.';

-- The surcharge is a sum of lines, too.
create or replace function check_order_lines() returns trigger language plpgsql as $$
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
        sum(line.total_minor), sum(line.surcharge_minor), sum(line.refunded_minor))
      is distinct from (orders.subtotal_minor::numeric, orders.discount_minor::numeric,
        orders.tax_minor::numeric, orders.total_minor::numeric, orders.surcharge_minor::numeric,
        orders.refunded_minor::numeric)) then
    raise check_violation using constraint = 'order_lines_sum_up',
      message = format('the lines of order %s are not what it sells', wanted);
  end if;
  return null;
end $$;
drop trigger order_lines_sum_up on order_lines;
create constraint trigger order_lines_sum_up
  after insert or delete or update of order_id, store_id, subtotal_minor, discount_minor, tax_minor,
    total_minor, tax_rate_bp, surcharge_minor, refunded_minor on order_lines
  deferrable initially deferred for each row execute function check_order_lines();
drop trigger order_lines_sum_up on orders;
create constraint trigger order_lines_sum_up
  after insert or update of store_id, subtotal_minor, discount_minor, tax_minor, total_minor,
    tax_exemption, surcharge_minor, refunded_minor on orders
  deferrable initially deferred for each row execute function check_order_lines();

alter table refunds add column line_place smallint;
comment on column refunds.line_place is
  'The line of the order. Null: a payment that the order did not want.';
update refunds set line_place = 1 where reason <> 'money_back';
alter table refunds
  add constraint refunds_line foreign key (order_id, line_place) references order_lines,
  add constraint refunds_of_line check ((reason = 'money_back') = (line_place is null));

create or replace function keep_refunds_within_charge() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'UPDATE' and old.state <> 'refused' then old.amount_minor
    else 0 end;
  after bigint := case when new.state <> 'refused' then new.amount_minor else 0 end;
begin
  if tg_op = 'UPDATE' and (new.attempt_id, new.order_id, new.line_place, new.amount_minor,
    new.currency) is distinct from (old.attempt_id, old.order_id, old.line_place, old.amount_minor,
    old.currency) then
    raise exception 'a refund is never made into another';
  end if;
  if after <> before then
    update payment_attempts set returning_minor = returning_minor + after - before
      where id = new.attempt_id;
    update order_lines set returning_minor = returning_minor + after - before
      where order_id = new.order_id and place = new.line_place;
  end if;
  return null;
end $$;

create or replace function note_figures_of_refund() returns trigger language plpgsql as $$
begin
  perform note_figures_of(item_id, case when tg_op = 'UPDATE'
    and old.state = new.state then old.ended_at end, new.ended_at) from order_lines
    where order_id = new.order_id and place = new.line_place;
  return null;
end $$;

alter table entitlements add column line_place smallint;
update entitlements set line_place = 1 where order_id is not null;
alter table entitlements
  drop constraint entitlements_order,
  add constraint entitlements_order unique (order_id, line_place),
  add constraint entitlements_line foreign key (order_id, line_place) references order_lines,
  add constraint entitlements_of_line check ((order_id is null) = (line_place is null));

-- Entries are otherwise written once.
alter table earnings_entries disable trigger keep_entry;
alter table earnings_entries add column line_place smallint;
update earnings_entries set line_place = 1 where order_id is not null;
alter table earnings_entries enable trigger keep_entry;
comment on column earnings_entries.line_place is 'The line of the order.';
alter table earnings_entries
  add constraint earnings_entries_line foreign key (order_id, line_place) references order_lines,
  add constraint earnings_entries_of_line check ((order_id is null) = (line_place is null));
drop index earnings_entries_one_sale;
create unique index earnings_entries_one_sale on earnings_entries (order_id, line_place)
  where kind = 'sale';

alter table earnings_holds add column line_place smallint not null default 1;
alter table earnings_holds
  alter column line_place drop default,
  drop constraint earnings_holds_pkey,
  add primary key (order_id, line_place),
  add constraint earnings_holds_line foreign key (order_id, line_place) references order_lines;

create or replace function post_earnings(entry earnings_entries) returns void language sql as $$
  insert into ledger_entries (posting, account, partner_id, currency, amount_minor, at)
  select entry.id, account, partner_id, entry.currency, amount_minor, entry.at from (values
    (case
      when entry.payout_line_id is not null then 'reserve'
      when exists (select from earnings_holds where order_id = entry.order_id
        and line_place = entry.line_place) then 'held'
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

alter table planned_installs add column line_place smallint not null default 1;
alter table planned_installs
  alter column line_place drop default,
  drop constraint planned_installs_pkey,
  add primary key (order_id, line_place),
  add constraint planned_installs_line foreign key (order_id, line_place) references order_lines;
comment on table planned_installs is
  'What a store agreed to have installed when an order is paid, by its lines.';
