-- When a payment whose end is not known is looked up at its gateway next: soon while nothing was heard, at growing distances while the gateway says
-- that it is not decided.
alter table payment_attempts
  add column next_look_at timestamptz,
  -- looks that brought no end since the attempt's last move
  add column looks smallint not null default 0 check (looks >= 0);
update payment_attempts set next_look_at = updated_at where state in ('created', 'challenge', 'authorising', 'unknown');
alter table payment_attempts add constraint payment_attempts_looked_after
  check ((next_look_at is not null) = (state in ('created', 'challenge', 'authorising', 'unknown')));
drop index payment_attempts_unsettled;
create index payment_attempts_next_look on payment_attempts (next_look_at) where next_look_at is not null;

-- not_asked: it was begun with a gateway that is not configured any more, so nobody can say how it ended.
alter table ledger_differences drop constraint ledger_differences_kind_check;
alter table ledger_differences add constraint ledger_differences_kind_check
  check (kind in ('charge_unknown', 'charge_missing', 'amount_differs', 'refund_differs', 'money_held', 'not_asked'));

-- A card that is deleted here and that its gateway is still to forget: when it is asked next.
alter table saved_cards add column forget_at timestamptz check (forget_at is null or deleted_at is not null);
create index saved_cards_to_forget on saved_cards (forget_at) where forget_at is not null;
