-- What comes to the pages where customers type addresses and cards is agreed to by itself (S3.8); releases that ask for a newer shop; what a store's
-- owner is told of by mail.

alter table auto_updates drop constraint auto_updates_why_check;
-- order_steps: something comes newly to a page of the order; newer_shop: the release asks for a newer version of the shop's platform, and nothing can be done here.
alter table auto_updates add constraint auto_updates_why_check
  check (why in ('consent', 'order_steps', 'answers', 'agreement', 'changed', 'unsupported', 'newer_shop'));
-- The version that the shop had then: when it has another, the release is looked at again.
alter table auto_updates add column shop_version text check (why = 'newer_shop' or shop_version is null);
create index auto_updates_newer_shop on auto_updates (installation_id) where why = 'newer_shop';

-- A mail to whoever the platform knows as the store's owner: written down with what happened, sent when the platform has said who that is.
create table owner_notices (
  id text primary key,
  store_id text not null references stores,
  kind text not null check (kind in ('update_failed', 'scripts_changed')),
  -- what it is about; of the same the owner is told once
  subject text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  -- when it is tried next; null when it has become a mail, or was given up
  due_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  mailed_at timestamptz,
  unique (store_id, kind, subject),
  check (mailed_at is null or due_at is null)
);
create index owner_notices_due on owner_notices (due_at) where due_at is not null;
