-- What operators list, paged by key.
create index orders_newest on orders (created_at desc, id desc);
create index orders_item on orders (item_id, created_at desc, id desc);
create index coupons_newest on coupons (created_at desc, id desc);
create index ledger_differences_newest on ledger_differences (found_at desc, id desc);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index newsletter_subscribers_newest on newsletter_subscribers (created_at desc, id desc);
create index reviews_all_newest on reviews (created_at desc, id desc);

-- Taken down by the operator: nobody is shown its words, and they can come back. (`erased_at`: the words are gone for good.)
alter table reviews add column hidden_at timestamptz;
create index reviews_hidden on reviews (hidden_at desc) where hidden_at is not null;

alter table owner_notices drop constraint owner_notices_kind_check, add constraint owner_notices_kind_check
  check (kind in ('update_failed', 'scripts_changed', 'item_stopped', 'item_lifted', 'review_down'));

-- What the market's own team answered to somebody who wrote, sealed like what it answers to.
alter table contact_messages add column answer_sealed text, add column answered_by text references people, add column answered_at timestamptz,
  add check ((answer_sealed is null) = (answered_by is null) and (answer_sealed is null) = (answered_at is null));

create index installation_runs_finished on installation_runs (finished_at) where finished_at is not null;

-- A store's owner wants to have what we know of the store, or wants it gone (D23).
create table store_data_requests (
  id text primary key check (id ~ '^sdr_[0-9a-z]{20}$'),
  store_id text not null references stores,
  kind text not null check (kind in ('export', 'erase')),
  state text not null check (state in ('queued', 'done', 'failed')),
  asked_by text not null references people,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- how many rows of what
  counts jsonb,
  -- of an export, until it goes by itself
  file_sealed text,
  file_until timestamptz,
  check ((state = 'queued') = (done_at is null))
);
create index store_data_requests_store on store_data_requests (store_id, asked_at desc);
create unique index store_data_requests_one_open on store_data_requests (store_id, kind) where state = 'queued';
create index store_data_requests_files on store_data_requests (file_until) where file_sealed is not null;
