-- Beside the shop with an item on it, a preview shows the shop without it.

alter table previews add column without_item boolean not null default false;
comment on column previews.without_item is
  'The shop as it is, to compare with: of no item, whatever release it was asked for beside.';
create index previews_without_item on previews (platform_id, store_id, locale, expires_at desc)
  where without_item;
