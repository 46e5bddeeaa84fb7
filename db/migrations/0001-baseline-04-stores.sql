-- Module stores. Platforms, stores and their credentials, owners' sessions, sites of the loader,
-- WordPress sites.

create table platforms (
  id smallint primary key check (id > 0),
  key text not null unique,
  name text not null,
  logo text not null,
  adapter text not null,
  connector_url text,
  connector_key_id text,
  connector_secret_sealed text,
  panel_origins text[] not null default '{}',
  panel_host_rule jsonb,
  prices_include_tax boolean not null default true,
  home_country char(2) not null default 'TR',
  created_at timestamptz not null default now(),
  demonstration_store text,
  scratch_store text
);
comment on table platforms is 'E-commerce platforms that stores run on (D26).';
comment on column platforms.adapter is '''connector'' speaks the Store Connector protocol.';
comment on column platforms.panel_host_rule is
  'Maps a shop''s host to its panel''s host: {shop}.demo.localhost to {shop}.panel.demo.localhost '
  '(S9.6).';
comment on column platforms.prices_include_tax is 'D9: whether list prices are shown with tax.';
comment on column platforms.home_country is
  'Whose tax rate applies while no invoice address is known (D9).';
comment on column platforms.demonstration_store is
  'The store, by the platform''s own id, on which anybody may preview an item. Null: only owners '
  'see previews, on their own store.';
comment on column platforms.scratch_store is
  'The store on which submissions are installed and uninstalled once, to check them.';

create table platform_keys (
  platform_id smallint not null references platforms,
  kid text not null,
  public_jwk jsonb not null,
  retired_at timestamptz,
  primary key (platform_id, kid)
);
comment on table platform_keys is 'Public keys with which a platform signs launch tokens.';

create table platform_plans (
  platform_id integer primary key references platforms on delete cascade,
  version text not null check (length(version) between 5 and 60),
  live_on date not null,
  noted_at timestamptz not null,
  noted_by text not null references people
);
comment on table platform_plans is
  'Which version a platform will have next, and from which day, so that releases are checked '
  'before it is live.';

create table stores (
  id text primary key,
  platform_id smallint not null references platforms,
  external_id text not null,
  domain text not null,
  name text not null,
  url text not null,
  is_os2 boolean not null,
  panel_origin text,
  platform_version text,
  status text not null check (status in ('active', 'closed')),
  checked_at timestamptz not null,
  created_at timestamptz not null,
  unique (platform_id, external_id)
);
comment on table stores is 'Stores that have been connected, from any platform.';
comment on column stores.external_id is 'The platform''s own id.';
comment on column stores.is_os2 is 'The store has the second generation of the storefront (D19).';
comment on column stores.checked_at is 'When the platform last described it.';
create index stores_domain on stores (platform_id, domain);
-- Prefix search of the console.
create index stores_domain_begins on stores ((domain collate "C"));
-- A store is found by the host of its address, with or without www. and port.
create index stores_host on stores (platform_id,
  (regexp_replace(split_part(domain, ':', 1), '^www\.', '')));
create index stores_newest on stores (created_at desc, id desc);

create table store_credentials (
  handle_hash bytea primary key,
  store_id text not null references stores,
  key_id text not null,
  secret_sealed text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  connector_url text
);
comment on table store_credentials is
  'The store token is a handle (stored as its hash) for a credential that only the server can '
  'read.';
comment on column store_credentials.connector_url is
  'Of the store''s own connector, when each store of the platform has one (WordPress). Null: the '
  'platform''s.';
create index store_credentials_store on store_credentials (store_id, created_at desc);

create table used_launch_tokens (
  platform_id smallint not null references platforms,
  jti text not null,
  expires_at timestamptz not null,
  primary key (platform_id, jti)
);
comment on table used_launch_tokens is
  'Launch tokens that were used, until they expire: each works once.';
create index used_launch_tokens_expiry on used_launch_tokens (expires_at);

create table pending_entries (
  handle_hash bytea primary key,
  store_id text not null references stores,
  account jsonb not null,
  locale text not null,
  store_token_sealed text,
  target_path text not null,
  expires_at timestamptz not null
);
comment on table pending_entries is
  'A launch link opened at top level waits here for the owner''s confirmation, against login '
  'forgery (D5).';
comment on column pending_entries.account is 'The person in the panel, as the platform names them.';
create index pending_entries_expiry on pending_entries (expires_at);

create table sessions (
  token_hash bytea primary key,
  id text not null unique,
  store_id text not null references stores,
  account jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  entered_by text not null default 'panel' check (entered_by in ('panel', 'code', 'proof'))
);
comment on table sessions is 'Sessions of store owners.';
comment on column sessions.entered_by is
  'From the panel, by a mailed code, or by a proof of the site itself.';
create index sessions_expiry on sessions (expires_at);
create index sessions_store on sessions (store_id);

create table store_sites (
  store_id text primary key references stores,
  asked_at timestamptz,
  cdn text,
  redirects_to text,
  dismissed_until timestamptz
);
comment on table store_sites is
  'How a store''s own site last behaved (D7), and until when its owner dismissed the notice.';
comment on column store_sites.asked_at is 'A probe is running or ran then.';
comment on column store_sites.cdn is
  'Name of the network in front of the site; null when none was seen.';
comment on column store_sites.redirects_to is
  'Host that the site redirects to; null when it answers itself.';

create table connect_attempts (
  id text primary key,
  handle_hash bytea not null unique,
  platform_id smallint not null references platforms,
  host text not null,
  next_path text not null,
  locale text not null,
  store_id text references stores,
  account jsonb,
  code_hash bytea,
  round integer not null default 1,
  tries integer not null default 0 check (tries between 0 and 5),
  code_asked_at timestamptz not null,
  expires_at timestamptz not null,
  slow boolean not null default false,
  check ((code_hash is null) = (store_id is null))
);
comment on table connect_attempts is
  'Somebody who claims a shop waits here for the code sent to its owner (D6). A row is also made '
  'for an unknown shop, so that both look alike.';
comment on column connect_attempts.handle_hash is
  'Of the secret that the browser keeps in a cookie.';
comment on column connect_attempts.host is 'The typed address, normalized.';
comment on column connect_attempts.store_id is
  'Null until the job that sends the code found a store and somebody to write to.';
comment on column connect_attempts.round is
  'Grows with every requested code, so that a late job cannot restore an old one.';
comment on column connect_attempts.slow is
  'Past the limit for this shop a mail is sent once an hour, with a longer code that works for '
  'everybody who asks in that hour.';
create index connect_attempts_expiry on connect_attempts (expires_at);

create table shared_code_versions (
  subject bytea primary key,
  version integer not null check (version > 0),
  changed_at timestamptz not null
);
comment on table shared_code_versions is
  'Codes shared by several requests are computed from the server''s key, the subject, the hour '
  'and this version. Using one raises the version, so that each works once.';
comment on column shared_code_versions.subject is 'Hash of what the codes are for.';
create index shared_code_versions_age on shared_code_versions (changed_at);

create table sites (
  store_id text primary key references stores,
  site_key text not null unique,
  public_key text not null,
  contact_sealed text not null,
  locale text not null,
  rules jsonb not null default '[]',
  revision bigint not null default 0,
  last_place bigint not null default 0,
  proved_by text not null check (proved_by in ('dns', 'file', 'meta')),
  proof_token text not null,
  proved_at timestamptz not null,
  proof_asked_at timestamptz not null,
  seen_at timestamptz,
  seen_version text,
  seen_stamp text,
  disconnected_at timestamptz,
  created_at timestamptz not null,
  proof_failure text
);
comment on table sites is
  'Stores without a platform behind them (D4): any site that carries the loader''s script tag. '
  'What is placed on it is stored here.';
comment on column sites.site_key is 'Its public name, in the script tag.';
comment on column sites.public_key is
  'Raw Ed25519, base64, also in the script tag; the private half is the store''s credential.';
comment on column sites.contact_sealed is 'Name and address of the owner, sealed (D23).';
comment on column sites.rules is
  'Which page is of which kind: the owner''s rules, the first match counts.';
comment on column sites.revision is 'Grows with every change of what is placed on it.';
comment on column sites.last_place is 'The last place that was given to a layer.';
comment on column sites.proved_at is 'When the proof of ownership last held.';
comment on column sites.proof_asked_at is 'When the proof of ownership was last checked.';
comment on column sites.seen_at is 'When the loader last called from one of its pages.';
comment on column sites.seen_stamp is 'What the loader was given then.';

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
  revision bigint not null,
  primary key (store_id, effect_id),
  unique (store_id, place)
);
comment on table site_layers is
  'What is placed on a site, ordered by place: the layers that other platforms keep themselves '
  '(docs/decisions/0006).';
comment on column site_layers.revision is 'Of the site, that this layer made.';
create index site_layers_package on site_layers (package_sha256);

create table site_packages (
  store_id text not null references sites on delete cascade,
  sha256 text not null,
  prefix text not null,
  version text not null,
  primary key (store_id, sha256)
);
comment on table site_packages is 'Packages whose files a site may request.';
create index site_packages_sha256 on site_packages (sha256);

create table site_troubles (
  store_id text not null references sites on delete cascade,
  code text not null,
  effect_id text not null default '',
  path text not null,
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (store_id, code, effect_id)
);
comment on table site_troubles is
  'Errors on a site''s pages, as the loader reports them; nothing about the visitor.';
comment on column site_troubles.effect_id is 'The effect it is about; empty: none.';
comment on column site_troubles.path is 'Of the page where it was last seen.';

create table site_claims (
  id text primary key,
  handle_hash bytea not null unique,
  domain text not null,
  next_path text not null,
  locale text not null,
  contact_sealed text not null,
  code_hash bytea,
  code_round integer not null default 1,
  code_tries integer not null default 0,
  code_asked_at timestamptz not null,
  code_until timestamptz not null,
  mail_confirmed_at timestamptz,
  token text not null,
  looked_at timestamptz,
  looked_for text,
  failure text,
  expires_at timestamptz not null,
  slow boolean not null default false
);
comment on table site_claims is
  'Somebody who claims a site without a panel proves it here (D6): the mail address by a code, '
  'the site by a DNS record, a file or a meta tag.';
comment on column site_claims.handle_hash is 'Of the secret that the browser keeps in a cookie.';
comment on column site_claims.contact_sealed is 'Name and address, sealed (D23).';
comment on column site_claims.token is 'What the proof must contain.';
comment on column site_claims.looked_at is 'When the proof was last looked for.';
comment on column site_claims.looked_for is 'Which proof was looked for then.';
comment on column site_claims.failure is 'Why it was not found then.';
comment on column site_claims.slow is 'As in connect_attempts.';
create index site_claims_expiry on site_claims (expires_at);

create table site_moves (
  store_id text primary key references sites on delete cascade,
  domain text not null,
  token text not null,
  old_proved_at timestamptz,
  new_proved_at timestamptz,
  new_proved_by text,
  new_url text,
  looked_at timestamptz,
  failure text,
  expires_at timestamptz not null
);
comment on table site_moves is
  'A site that changes its address: old and new are proved separately, within the hour.';

create table wordpress_claims (
  id text primary key,
  handle_hash bytea not null unique,
  domain text not null,
  next_path text not null,
  locale text not null,
  url text,
  consent_url text,
  failure text,
  looked_at timestamptz not null,
  state_hash bytea,
  state_until timestamptz,
  replaces text,
  expires_at timestamptz not null,
  store_id text references stores on delete cascade,
  is_move boolean not null default false,
  found_sealed text,
  same_keys boolean not null default false,
  old_consent_url text,
  asks_old boolean not null default false,
  code_hash bytea,
  code_round integer not null default 0,
  code_tries integer not null default 0,
  code_asked_at timestamptz,
  code_until timestamptz,
  slow boolean not null default false,
  check (consent_url is null or url is not null),
  check ((state_hash is null) = (state_until is null)),
  check (store_id is not null or not (is_move or same_keys or asks_old) and found_sealed is null
    and code_hash is null),
  check ((code_asked_at is null) = (code_until is null))
);
comment on table wordpress_claims is
  'A WordPress site being connected by its owner (D4, D6): what one browser asked for, what was '
  'found, and the one expected answer of WordPress''s consent page.';
comment on column wordpress_claims.handle_hash is
  'Of the secret that the browser keeps in a cookie.';
comment on column wordpress_claims.url is
  'Origin of the site as it names itself; null until WordPress was found.';
comment on column wordpress_claims.consent_url is
  'Its page that asks the owner; null while the site is not ready.';
comment on column wordpress_claims.failure is
  'Why it is not ready, or the result of the last answer.';
comment on column wordpress_claims.state_hash is
  'Of the secret that only the answer to the last question carries; removed with the first '
  'answer.';
comment on column wordpress_claims.replaces is 'The session that ends with the answer.';
comment on column wordpress_claims.store_id is
  'The store that moves here, or whose identity was found here.';
comment on column wordpress_claims.found_sealed is
  'What the new address returned when its owner approved: its store and keys, sealed (D23).';
comment on column wordpress_claims.same_keys is 'The new site has the very keys of the store.';
comment on column wordpress_claims.old_consent_url is
  'The old site''s consent page; null when it does not answer.';
comment on column wordpress_claims.asks_old is 'The expected answer is the old site''s.';
comment on column wordpress_claims.slow is 'As in connect_attempts.';
create index wordpress_claims_expiry on wordpress_claims (expires_at);

create table wordpress_sites (
  store_id text primary key references stores,
  approved_by text not null,
  connected_at timestamptz not null,
  looked_at timestamptz not null,
  failure text,
  facts jsonb not null default '{}',
  leaving_at timestamptz,
  left_at timestamptz,
  contact_sealed text,
  silence text check (silence in ('plugin_off', 'keys_gone', 'unreachable')),
  silent_since timestamptz,
  silent_at timestamptz,
  silent_looks integer not null default 0,
  forgotten_at timestamptz,
  forgotten_by text check (forgotten_by in ('owner', 'support')),
  check (left_at is null or leaving_at is not null),
  check ((silence is null) = (silent_since is null) and (silence is null) = (silent_at is null)
    and (silence is null) = (silent_looks = 0)),
  check ((forgotten_at is null) = (forgotten_by is null)),
  check (forgotten_at is null or left_at is not null)
);
comment on table wordpress_sites is 'Connected WordPress sites.';
comment on column wordpress_sites.approved_by is 'The WordPress user who approved.';
comment on column wordpress_sites.looked_at is
  'When it was last checked; failure and facts say with what result.';
comment on column wordpress_sites.leaving_at is
  'Its owner disconnected it; the keys are returned when everything is removed.';
comment on column wordpress_sites.contact_sealed is
  'Whom the site named when it last answered; a site that is gone names nobody.';
comment on column wordpress_sites.silence is
  'Since silent_since the plugin does not answer, for this reason.';
comment on column wordpress_sites.silent_at is 'Of the last check that counted.';
comment on column wordpress_sites.forgotten_at is 'When its owner or support gave it up.';
create index wordpress_sites_leaving on wordpress_sites (leaving_at) where leaving_at is not null
  and left_at is null;
create index wordpress_sites_silent on wordpress_sites (silent_at) where silence is not null
  and left_at is null;

create table wordpress_moves (
  id text primary key,
  store_id text not null references stores,
  from_domain text not null,
  to_domain text not null,
  proved_by text not null check (proved_by in ('code', 'approval')),
  moved_at timestamptz not null,
  former_sealed text,
  let_go boolean,
  checked_at timestamptz,
  tries integer not null default 0,
  due_at timestamptz,
  check (to_domain <> from_domain),
  check (due_at is not null or (former_sealed is null and checked_at is not null)),
  check ((let_go is null) = (former_sealed is not null))
);
comment on table wordpress_moves is
  'Moves of WordPress sites to another domain, and what is still to be done about each.';
comment on column wordpress_moves.proved_by is 'How the old address was proved.';
comment on column wordpress_moves.former_sealed is
  'The old site''s connector address and keys, sealed; erased when it has released them or cannot '
  'be reached.';
comment on column wordpress_moves.let_go is 'Whether the old site released its keys.';
comment on column wordpress_moves.checked_at is 'When the new site was compared with the ledger.';
create index wordpress_moves_due on wordpress_moves (due_at) where due_at is not null;
create index wordpress_moves_store on wordpress_moves (store_id, moved_at desc);

-- Tells all processes that a platform changed.
create function note_platform() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'platform:' || coalesce(new.id, old.id));
  return null;
end $$;
create trigger note_change
  after insert or update or delete on platforms for each row execute function note_platform();
