-- A subscription ends when a bank took one of its payments back, and what an owner wrote at a
-- cancellation goes with the store's data.

alter table subscriptions drop constraint subscriptions_end_reason_check,
  add constraint subscriptions_end_reason_check check (end_reason in ('cancelled', 'trial_over',
    'unpaid', 'returned', 'uninstalled', 'operator', 'disputed'));

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.kind = 'cancelled' and old.facts ? 'reason'
    and to_jsonb(new) = jsonb_set(to_jsonb(old), '{facts}', old.facts - 'reason') then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function refuse_change_of_history() is
  'For subscription_events: only the words of an owner who cancelled may go.';
drop trigger subscription_events_append_only on subscription_events;
create trigger subscription_events_append_only before update or delete on subscription_events
  for each row execute function refuse_change_of_history();
comment on table subscription_events is
  'History of subscriptions, append-only. The reason that an owner gave for a cancellation is '
  'removed when the store is erased.';

-- Stores whose data was erased before.
update subscription_events set facts = facts - 'reason'
where kind = 'cancelled' and facts ? 'reason' and exists (
  select from subscriptions
  join store_data_requests erased on erased.store_id = subscriptions.store_id
  where subscriptions.id = subscription_id and erased.kind = 'erase'
    and erased.done_at >= subscription_events.at);
