-- Live previews: a shop with an item on it, for a while and for whoever has the token (docs/decisions/0013).

-- The store on which the platform lets anybody look at an item, by the platform's own id. Null: only owners see previews, on their own store.
alter table platforms add column demonstration_store text;

create table previews (
  token_hash bytea primary key,
  platform_id smallint not null references platforms,
  release_id text not null references releases on delete cascade,
  -- null: the platform's demonstration store
  store_id text references stores on delete cascade,
  locale text not null,
  -- our token and the platform's, sealed
  tokens_sealed text not null,
  shop_origin text not null,
  asset_origins text[] not null,
  pages jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index previews_again on previews (release_id, platform_id, store_id, locale, expires_at desc);
create index previews_expiry on previews (expires_at);
create index previews_store on previews (store_id);
