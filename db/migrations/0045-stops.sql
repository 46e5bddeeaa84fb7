-- The switch by which an operator stops an item at once (PKG-13): nobody gets it any more, whoever has it is told. One row each time.
create table item_stops (
  id text primary key check (id ~ '^stp_[0-9a-z]{20}$'),
  item_id text not null references items on delete cascade,
  -- what everybody reads: the item's page, the release log, the stores that have it
  notice text not null check (length(notice) between 1 and 300),
  -- what was offered then, and is again when this is lifted
  releases text[] not null,
  was_published boolean not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz
);
create unique index item_stops_in_force on item_stops (item_id) where lifted_at is null;

alter table owner_notices drop constraint owner_notices_kind_check, add constraint owner_notices_kind_check check (kind in ('update_failed', 'scripts_changed', 'item_stopped', 'item_lifted'));

-- The operator's lists, paged by key.
create index items_changed on items (updated_at desc, id desc);
create index items_name_parts on items using gin ((fold(name)) gin_trgm_ops);
create index installations_item on installations (item_id, updated_at desc, id desc) where state <> 'uninstalled';
create index installations_release on installations (release_id) where state <> 'uninstalled';
