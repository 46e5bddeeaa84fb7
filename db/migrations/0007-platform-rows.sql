-- D26: everything that a platform is stands in its row.
alter table platforms
  add column entry text not null default 'panel' check (entry in ('panel', 'wordpress', 'site')),
  add column letters text not null default '' check (char_length(letters) <= 2),
  add column ground text not null default '#0b737e' check (ground ~ '^#[0-9a-f]{6}$'),
  add column system text,
  add column state text not null default 'open' check (state in ('draft', 'open', 'paused', 'retired'));
update platforms set entry = 'site' where adapter = 'loader';
update platforms set entry = 'wordpress', system = 'WordPress' where key = 'woocommerce';
update platforms set letters = upper(left(name, 1));
alter table platforms drop column adapter, drop column logo;
comment on column platforms.entry is
  'How a store first signs in: from its panel, or connected by its owner, who approves it on '
  'WordPress or proves the site. A site is served by the loader, all others speak the Store '
  'Connector protocol.';
comment on column platforms.letters is 'Drawn as its logo, white on `ground`.';
comment on column platforms.system is
  'What its stores run on, where that has a name and versions of its own.';
comment on column platforms.state is
  'A draft is not listed yet. A paused or retired platform takes no new stores, orders and '
  'installations; its owners can still read, update and uninstall.';

create table platform_hosts (
  host text primary key check (host ~ '^[a-z0-9.-]{1,253}$'),
  platform_id smallint not null references platforms on delete cascade,
  market text not null check (market in ('app', 'theme')),
  unique (platform_id, market)
);
comment on table platform_hosts is
  'Host names of the storefronts of each platform, without the port. The first platform without '
  'any is served at the market''s own addresses (APP_ORIGIN, THEME_ORIGIN).';
create function note_platform_host() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'platform:' || coalesce(new.platform_id, old.platform_id));
  return null;
end $$;
create trigger platform_hosts_changed
  after insert or update or delete on platform_hosts
  for each row execute function note_platform_host();
