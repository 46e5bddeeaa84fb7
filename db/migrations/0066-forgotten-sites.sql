-- A WordPress site on which the plugin answers no more (D4): since when and how often we have seen that ourselves, and that its owner or support gave it up.
alter table wordpress_sites
  add column silence text check (silence in ('plugin_off', 'keys_gone', 'unreachable')),
  add column silent_since timestamptz,
  -- of the last look that counted
  add column silent_at timestamptz,
  add column silent_looks integer not null default 0,
  add column forgotten_at timestamptz,
  add column forgotten_by text check (forgotten_by in ('owner', 'support')),
  add check ((silence is null) = (silent_since is null) and (silence is null) = (silent_at is null) and (silence is null) = (silent_looks = 0)),
  add check ((forgotten_at is null) = (forgotten_by is null)),
  add check (forgotten_at is null or left_at is not null);
create index wordpress_sites_silent on wordpress_sites (silent_at) where silence is not null and left_at is null;
