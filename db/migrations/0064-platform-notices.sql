-- Which partners were told that releases of theirs will not work when a platform has its coming version: once for each version.
create table platform_notices (
  platform_id integer not null references platforms on delete cascade,
  version text not null check (length(version) between 5 and 60),
  partner_id text not null references partners on delete cascade,
  told_at timestamptz not null,
  told_by text not null references people,
  primary key (platform_id, version, partner_id)
);
