-- Module installs. Installations, their side effects and runs, automatic updates, notices to
-- owners, previews, health checks.

create table installations (
  id text primary key,
  store_id text not null references stores,
  item_id text not null references items,
  release_id text not null references releases,
  order_id text references orders,
  state text not null check (state in ('installing', 'installed', 'updating', 'pausing', 'paused',
    'resuming', 'uninstalling', 'uninstalled', 'needs_action')),
  granted text[] not null,
  inputs jsonb not null default '{}',
  keep_data boolean not null default true,
  installed_at timestamptz,
  uninstalled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  app_values jsonb not null default '{}',
  auto_update text not null default 'off' check (auto_update in ('off', 'minor', 'all')),
  refused_scopes text[] not null default '{}',
  uninstall_reason text check (uninstall_reason in ('not_needed', 'too_expensive', 'does_not_work',
    'hard_to_use', 'slows_down', 'missing_feature', 'trying_out', 'other')),
  channel text not null default 'stable' check (channel in ('stable', 'preview'))
);
comment on table installations is 'Which item is on which store, in which release.';
comment on column installations.granted is 'Permissions that the owner granted.';
comment on column installations.inputs is 'Answers to the install form.';
comment on column installations.keep_data is
  'The owner''s choice at uninstall: whether the answers are offered at the next install.';
comment on column installations.app_values is 'What the app itself stores about a store (S7.16).';
comment on column installations.auto_update is
  'Which updates install themselves: none, those of the same major version, all. Never one that '
  'asks for more permissions.';
comment on column installations.refused_scopes is
  'Scopes of the web-service user that the owner denied, whatever the release asks for.';
comment on column installations.channel is 'preview: the owner also wants prereleases.';
create index installations_auto_update on installations (item_id) where auto_update <> 'off'
  and state = 'installed';
create index installations_figures_in on installations (item_id, installed_at)
  where installed_at is not null;
create index installations_figures_out on installations (item_id, uninstalled_at)
  where uninstalled_at is not null;
create index installations_item on installations (item_id, updated_at desc, id desc)
  where state <> 'uninstalled';
create index installations_live on installations (item_id, release_id) where state <> 'uninstalled';
create unique index installations_one_live on installations (store_id, item_id)
  where state <> 'uninstalled';
create index installations_release on installations (release_id) where state <> 'uninstalled';
create index installations_store on installations (store_id, updated_at desc);
create index installations_stuck on installations (updated_at) where state = 'needs_action';

create table installation_runs (
  id text primary key,
  turn bigint generated always as identity,
  installation_id text not null references installations,
  kind text not null check (kind in ('install', 'update', 'restore', 'pause', 'resume', 'repair',
    'uninstall', 'undo')),
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed')),
  failure text,
  tries integer not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  from_release_id text references releases,
  to_release_id text references releases,
  inputs jsonb,
  granted text[],
  started_by text not null default 'market' check (started_by in ('owner', 'automatic', 'market')),
  started_name text,
  from_inputs jsonb,
  put_off integer not null default 0 check (put_off >= 0)
);
comment on table installation_runs is
  'One job on an installation. Updates take effect on the installation when they succeed; until '
  'then the old version stays.';
comment on column installation_runs.turn is 'Order of creation, independent of the clock.';
comment on column installation_runs.kind is
  'restore: an update that could not be finished is reverted. repair: a part that somebody else '
  'changed is written again.';
comment on column installation_runs.leased_until is
  'The worker''s lease; after that another worker takes over.';
comment on column installation_runs.started_name is 'The person in the panel, as named then.';
comment on column installation_runs.from_inputs is
  'Of an update: the answers of the version before, for the way back to it.';
comment on column installation_runs.put_off is
  'Retries because the platform answered "later" (429, 503 with Retry-After): not failures, '
  'counted separately.';
create index installation_runs_brought on installation_runs (to_release_id, finished_at)
  where kind in ('install', 'update') and state in ('succeeded', 'failed');
create index installation_runs_figures on installation_runs (installation_id, turn)
  where kind = 'install';
create index installation_runs_finished on installation_runs (finished_at)
  where finished_at is not null;
create unique index installation_runs_one_live on installation_runs (installation_id)
  where state in ('queued', 'running');

create table run_steps (
  run_id text not null references installation_runs on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('package', 'apply', 'revert', 'restore', 'check')),
  effect_id text,
  title jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, "position")
);
comment on table run_steps is 'Steps of a run.';
comment on column run_steps.kind is
  'restore: the effect that replaced another gives its place back.';

create table side_effects (
  id text primary key,
  installation_id text not null references installations,
  position smallint not null,
  kind text not null check (kind in ('tracking_code', 'design_block', 'theme', 'web_service_user')),
  slot text not null,
  payload jsonb not null,
  before_sha256 text,
  after_sha256 text,
  state text not null check (state in ('planned', 'applied', 'paused', 'reverted')),
  others text[] not null default '{}',
  applied_at timestamptz,
  reverted_at timestamptz,
  replaces text references side_effects,
  place bigint check (place > 0)
);
comment on table side_effects is
  'The ledger (D12): what was on the store, what we put there, under which id. Written before the '
  'store is changed.';
comment on column side_effects.state is 'paused: removed, to return to its place.';
comment on column side_effects.others is
  'Effects of others in the same slot when ours came: with the same ones there, removing ours '
  'must give before_sha256.';
comment on column side_effects.replaces is
  'The effect of the version before, in whose place this one is put.';
comment on column side_effects.place is 'Where the platform says it is among the layers.';
create index side_effects_installation on side_effects (installation_id, position);

create table auto_updates (
  installation_id text not null references installations,
  release_id text not null references releases on delete cascade,
  state text not null check (state in ('planned', 'started', 'waiting')),
  due_at timestamptz not null,
  why text check (why in ('consent', 'order_steps', 'answers', 'agreement', 'changed',
    'unsupported', 'newer_shop')),
  run_id text references installation_runs on delete set null,
  created_at timestamptz not null,
  shop_version text,
  primary key (installation_id, release_id),
  check ((state = 'waiting') = (why is not null)),
  check (why = 'newer_shop' or shop_version is null)
);
comment on table auto_updates is
  'Releases that install themselves: planned when seen, spread over time, started or waiting for '
  'the owner.';
comment on column auto_updates.why is
  'Why it waits: consent (asks for more), order_steps (something new on a page of the order '
  'process, S3.8), answers, agreement, changed (by somebody else), unsupported, newer_shop (needs '
  'a newer platform version).';
comment on column auto_updates.shop_version is
  'The shop''s version then: when it changes, the release is tried again.';
create index auto_updates_due on auto_updates (due_at) where state = 'planned'
  or (state = 'started' and run_id is null);
create index auto_updates_newer_shop on auto_updates (installation_id) where why = 'newer_shop';

create table owner_notices (
  id text primary key,
  store_id text not null references stores,
  kind text not null check (kind in ('update_failed', 'scripts_changed', 'item_stopped',
    'item_lifted', 'review_down', 'appeal_answered')),
  subject text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  mailed_at timestamptz,
  unique (store_id, kind, subject),
  check (mailed_at is null or due_at is null)
);
comment on table owner_notices is
  'Mails to the store''s owner as the platform knows them: written with the event, sent when the '
  'platform has named the owner.';
comment on column owner_notices.subject is
  'What it is about; the owner is notified once per subject.';
comment on column owner_notices.due_at is
  'Next try; null when it has become a mail or was given up.';
create index owner_notices_due on owner_notices (due_at) where due_at is not null;

create table previews (
  token_hash bytea primary key,
  platform_id smallint not null references platforms,
  release_id text not null references releases on delete cascade,
  store_id text references stores on delete cascade,
  locale text not null,
  tokens_sealed text not null,
  shop_origin text not null,
  asset_origins text[] not null,
  pages jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table previews is
  'Live previews: a shop with an item on it, for a limited time and for whoever has the token '
  '(docs/decisions/0013).';
comment on column previews.store_id is 'Null: the platform''s demonstration store.';
comment on column previews.tokens_sealed is 'Our token and the platform''s.';
create index previews_again on previews (release_id, platform_id, store_id, locale,
  expires_at desc);
create index previews_expiry on previews (expires_at);
create index previews_store on previews (store_id);

create table store_health (
  run_id text primary key references installation_runs on delete cascade,
  release_id text not null references releases on delete cascade,
  store_id text not null references stores on delete cascade,
  urls text[] not null,
  state text not null check (state in ('before', 'waiting', 'bad_once', 'well', 'bad', 'unclear')),
  due_at timestamptz,
  checked_at timestamptz,
  bad_url text,
  check ((state in ('waiting', 'bad_once')) = (due_at is not null)),
  check (state <> 'bad' or bad_url is not null)
);
comment on table store_health is
  'How a store''s pages answered before and after a watched release was installed.';
comment on column store_health.urls is 'Pages that answered well before.';
comment on column store_health.state is
  'bad_once is checked again a minute later; bad: failed twice, and was well before.';
create index store_health_due on store_health (due_at) where due_at is not null;
create index store_health_release on store_health (release_id, checked_at);
