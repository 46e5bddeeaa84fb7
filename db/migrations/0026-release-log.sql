-- The release log (D11) becomes a Merkle tree in the manner of RFC 9162: what was published, halted or yanked can be proved to stand in it,
-- and a later log can be proved to hold the earlier one. The chain before it was shown to nobody; `server/prepare.ts` writes its releases in here.
drop table release_log;

create table release_log (
  -- from 0, without gaps
  index bigint primary key check (index >= 0),
  release_id text not null references releases,
  state text not null check (state in ('published', 'halted', 'yanked')),
  sha256 text not null references packages,
  -- the leaf's very bytes
  entry text not null check (octet_length(entry) <= 8192),
  leaf_hash text not null,
  -- of the whole subtrees that a tree with this entry as its last consists of, the largest first: the next entry needs nothing else
  peaks text[] not null,
  -- of that tree
  root_hash text not null check (root_hash ~ '^[0-9a-f]{64}$'),
  logged_at timestamptz not null,
  constraint release_log_leaf_of_entry check (leaf_hash = encode(sha256('\x00'::bytea || convert_to(entry, 'UTF8')), 'hex'))
);
create index release_log_release on release_log (release_id, index desc);

create trigger append_only before update or delete or truncate on release_log for each statement execute function refuse_change();
alter table release_log enable always trigger append_only;

create function keep_release_log_gapless() returns trigger language plpgsql as $$
begin
  if new.index > 0 and not exists (select from release_log where index = new.index - 1) then
    raise exception 'entry % of the release log has none before it', new.index using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger gapless before insert on release_log for each row execute function keep_release_log_gapless();

-- Whatever stands in the log changes only with the log: no release can be withdrawn, brought back or given other bytes in silence.
create function keep_release_as_logged() returns trigger language plpgsql as $$
declare
  logged record;
begin
  select l.state, l.sha256, r.status, r.package_sha256 into logged from release_log l join releases r on r.id = l.release_id
  where l.release_id = new.id order by l.index desc limit 1;
  if found and (logged.state <> logged.status or logged.sha256 is distinct from logged.package_sha256) then
    raise exception 'release % is % in the log, but %', new.id, logged.state, logged.status using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger as_logged after update of status, package_sha256 on releases
  deferrable initially deferred for each row execute function keep_release_as_logged();

-- A package whose bytes are on their way: written down before they are kept, gone with the release that has them. What stays behind was
-- interrupted, and its bytes are taken away.
create table package_uploads (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null,
  state text not null default 'keeping' check (state in ('keeping', 'removing'))
);
create index package_uploads_started on package_uploads (started_at);

-- What an item shows and stores are offered: what can be installed before what is only listed, finished versions before `2.0.0-beta.1`, then the highest.
create function newest_release(item text) returns text language sql stable as $$
  select id from releases where item_id = item and status = 'published'
  order by package_sha256 is null, package_sha256 is not null and version like '%-%', version_order desc, version collate "C" limit 1
$$;
