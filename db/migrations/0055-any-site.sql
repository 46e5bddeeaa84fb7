-- Any site at all as a store (D4c): the universal loader. There is no system behind such a site, so what stands on it is kept here.

-- 7: any site that carries the loader's script tag.
alter table platforms drop constraint platforms_id_check;
alter table platforms add constraint platforms_id_check check (id between 1 and 7);

create table sites (
  store_id text primary key references stores,
  -- its public name, in the script tag
  site_key text not null unique,
  -- raw Ed25519, base64, in the script tag too; the private half is the store's credential
  public_key text not null,
  -- name and address of the owner, sealed (D23)
  contact_sealed text not null,
  locale text not null,
  -- which page is which: the owner's rules, the first that fits counts
  rules jsonb not null default '[]',
  -- grows with every change of what stands on it, whoever made it
  revision bigint not null default 0,
  -- the last place that was given to a layer
  last_place bigint not null default 0,
  -- how its owner proved that it is theirs, with what, and when that was last found to hold
  proved_by text not null check (proved_by in ('dns', 'file', 'meta')),
  proof_token text not null,
  proved_at timestamptz not null,
  proof_asked_at timestamptz not null,
  -- the loader on one of its pages was last heard of
  seen_at timestamptz,
  seen_version text,
  -- what it was given then
  seen_stamp text,
  disconnected_at timestamptz,
  created_at timestamptz not null
);

-- What stands on a site, in the order of places: the layers that another platform keeps by itself (decision 0006).
create table site_layers (
  store_id text not null references sites on delete cascade,
  effect_id text not null,
  place bigint not null,
  kind text not null check (kind in ('tracking_code', 'design_block')),
  slot text not null,
  package_sha256 text not null,
  prefix text not null,
  version text not null,
  content jsonb not null,
  -- of the site, that it made
  revision bigint not null,
  primary key (store_id, effect_id),
  unique (store_id, place)
);
create index site_layers_package on site_layers (package_sha256);

create table site_packages (
  store_id text not null references sites on delete cascade,
  sha256 text not null,
  prefix text not null,
  version text not null,
  primary key (store_id, sha256)
);
create index site_packages_sha256 on site_packages (sha256);

-- What went wrong on a site's pages, as the loader there says it; nothing about who looked at the page.
create table site_troubles (
  store_id text not null references sites on delete cascade,
  code text not null,
  -- the effect that it is about; empty: none
  effect_id text not null default '',
  -- path of the page where it was last seen
  path text not null,
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (store_id, code, effect_id)
);
