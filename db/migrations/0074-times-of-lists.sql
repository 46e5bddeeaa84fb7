-- A cursor of a list has milliseconds, so the times that order lists have no more
-- (docs/decisions/0079). What was finer is rounded. Checks that wait for the end
-- of the transaction would forbid it.
set constraints all immediate;
alter table audit_log
  alter column at type timestamptz(3);
alter table bundles
  alter column updated_at type timestamptz(3);
alter table contact_messages
  alter column answered_at type timestamptz(3),
  alter column created_at type timestamptz(3),
  alter column last_at type timestamptz(3);
alter table coupons
  alter column created_at type timestamptz(3);
alter table earnings_entries
  alter column at type timestamptz(3);
alter table earnings_statements
  alter column closed_at type timestamptz(3);
alter table installation_runs
  alter column created_at type timestamptz(3),
  alter column finished_at type timestamptz(3);
alter table installations
  alter column updated_at type timestamptz(3);
alter table invoices
  alter column issued_at type timestamptz(3);
-- The type of a column that a trigger names cannot change under it.
drop trigger mark_saved_items on items;
alter table items
  alter column updated_at type timestamptz(3);
create trigger mark_saved_items
  after update of status, price_minor, currency, price_kind, price_period, latest_release_id,
    updated_at on items
  for each row
  when ((old.status, old.price_minor, old.currency, old.price_kind, old.price_period,
    old.latest_release_id, old.updated_at) is distinct from (new.status, new.price_minor,
    new.currency, new.price_kind, new.price_period, new.latest_release_id, new.updated_at))
  execute function mark_saved_items();
alter table ledger_differences
  alter column found_at type timestamptz(3);
alter table newsletter_subscribers
  alter column created_at type timestamptz(3);
alter table notes
  alter column created_at type timestamptz(3);
alter table order_events
  alter column at type timestamptz(3);
alter table orders
  alter column created_at type timestamptz(3);
alter table owner_notices
  alter column created_at type timestamptz(3);
alter table partners
  alter column created_at type timestamptz(3);
alter table payout_batches
  alter column created_at type timestamptz(3);
alter table release_log
  alter column logged_at type timestamptz(3);
alter table review_pictures
  alter column created_at type timestamptz(3);
alter table reviews
  alter column created_at type timestamptz(3);
alter table statements
  alter column decided_at type timestamptz(3);
alter table stores
  alter column created_at type timestamptz(3);
alter table submissions
  alter column decided_at type timestamptz(3),
  alter column submitted_at type timestamptz(3),
  alter column waiting_at type timestamptz(3);
alter table subscription_events
  alter column at type timestamptz(3);
alter table subscriptions
  alter column created_at type timestamptz(3);

-- A bulk action is undone once at a time: the newest of several that are open stays.
update bulk_runs set state = 'stopped', done_at = now(), lease_until = null
where done_at is null and undoes is not null and exists (
  select from bulk_runs later where later.undoes = bulk_runs.undoes and later.done_at is null
    and (later.asked_at, later.id) > (bulk_runs.asked_at, bulk_runs.id));
create unique index bulk_runs_one_undo on bulk_runs (undoes) where done_at is null;

-- D26: a platform's stores may be offered in fewer languages than the market, and another default.
alter table platforms add column languages text[] check (cardinality(languages) between 1 and 30);
comment on column platforms.languages is
  'Of the market''s languages, those that its stores are offered, its default first. Null: all of '
  'them, in the market''s order. One that the market gives up counts no more.';
