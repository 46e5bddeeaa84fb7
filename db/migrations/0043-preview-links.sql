-- An owner shows a colleague an item on the shop, by a link that ends by itself.

create table preview_links (
  id text primary key,
  token_hash bytea not null unique,
  store_id text not null references stores on delete cascade,
  item_id text not null references items on delete cascade,
  inputs jsonb,
  locale text not null,
  made_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table preview_links is
  'Links by which anybody sees a store''s shop with an item on it, until they expire or the owner '
  'ends them, which removes them (docs/decisions/0065).';
comment on column preview_links.token_hash is 'SHA-256 of the token in the link.';
comment on column preview_links.inputs is 'Answers that the item is shown with; null: the default ones.';
comment on column preview_links.made_by is 'The person, as the panel called them then.';
create index preview_links_store on preview_links (store_id, created_at desc, id desc);
create index preview_links_item on preview_links (item_id);
create index preview_links_expiry on preview_links (expires_at);
