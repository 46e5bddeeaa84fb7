-- "Saved for later": a store keeps items of both markets in mind, and is told when one costs less or
-- can be installed at last.

alter table item_watches
  add column price_minor bigint check (price_minor >= 0),
  add column currency char(3),
  add column price_kind text,
  add column price_period text,
  add column told_minor bigint check (told_minor >= 0),
  add column was_available boolean,
  add column is_due boolean not null default false;
update item_watches set price_minor = items.price_minor, currency = items.currency,
  price_kind = items.price_kind, price_period = items.price_period, was_available = false
  from items where items.id = item_id;
alter table item_watches
  alter column price_minor set not null,
  alter column currency set not null,
  alter column price_kind set not null,
  alter column was_available set not null;
comment on table item_watches is
  'Items that stores saved for later, at most 200 each. Also how a store asks to be told when a '
  'listed item can be installed (D9).';
comment on column item_watches.price_minor is
  'What its partner asked when it was saved: in the currency of the store where the partner has a '
  'price in it, else in the item''s own. Never a converted price, which changes with the rates.';
comment on column item_watches.told_minor is 'The lowest price that the store was told of since.';
comment on column item_watches.was_available is
  'Whether it was published and had a package when that was last looked at.';
comment on column item_watches.is_due is
  'The item changed since it was last looked at; the hourly work looks again.';
create index item_watches_item on item_watches (item_id);
create index item_watches_due on item_watches (item_id) where is_due;

create function mark_saved_items() returns trigger language plpgsql as $$
begin
  update item_watches set is_due = true where item_id = new.id and not is_due;
  return null;
end $$;
create trigger mark_saved_items
  after update of status, price_minor, currency, price_kind, price_period, latest_release_id,
    updated_at on items
  for each row
  when ((old.status, old.price_minor, old.currency, old.price_kind, old.price_period,
    old.latest_release_id, old.updated_at) is distinct from (new.status, new.price_minor,
    new.currency, new.price_kind, new.price_period, new.latest_release_id, new.updated_at))
  execute function mark_saved_items();

alter table owner_notices
  drop constraint owner_notices_kind_check,
  add constraint owner_notices_kind_check check (kind in ('update_failed', 'scripts_changed',
    'item_stopped', 'item_lifted', 'review_down', 'appeal_answered', 'theme_failed',
    'review_answered', 'question_answered', 'help_answered', 'saved_cheaper', 'saved_ready'));
alter table owner_notice_choices
  drop constraint owner_notice_choices_topic_check,
  add constraint owner_notice_choices_topic_check
    check (topic in ('work', 'items', 'answers', 'decisions', 'saved'));
comment on column owner_notice_choices.topic is
  'work: what the market did or could not do by itself. items: items that the market stopped. '
  'answers: to reviews and questions. decisions: about texts of the store. saved: items that it '
  'saved for later; never mailed.';
