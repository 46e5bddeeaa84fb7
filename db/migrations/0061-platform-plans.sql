-- Which version a platform will have next, and from which day: looked at before it is live.
create table platform_plans (
  platform_id integer primary key references platforms on delete cascade,
  version text not null check (length(version) between 5 and 60),
  live_on date not null,
  noted_at timestamptz not null,
  noted_by text not null references people
);
