-- What installed items cost the visitors of a shop, as their browsers measured it.
create table visit_counts (
  store_id text not null references stores,
  installation_id text references installations,
  release_id text references releases,
  day date not null,
  measure text not null check (measure in ('ms', 'kb', 'failed', 'start')),
  bucket smallint not null check (bucket between 0 and 180),
  visits integer not null check (visits between 1 and 1000),
  check ((measure = 'start') = (installation_id is null)),
  check ((installation_id is null) = (release_id is null)),
  check (measure <> 'failed' or bucket = 0),
  unique nulls not distinct (store_id, day, installation_id, release_id, measure, bucket)
);
comment on table visit_counts is
  'Measured visits of shops by day, counted in buckets; nothing is kept of the single visit.';
comment on column visit_counts.installation_id is 'Null for the page itself.';
comment on column visit_counts.release_id is 'That was installed; figures are of the present one.';
comment on column visit_counts.measure is
  'ms: time that the item''s files cost; kb: their weight; failed: an error came from one; start: largest paint of the start page.';
comment on column visit_counts.bucket is 'round(12 · log2(1 + value)).';
create index visit_counts_day on visit_counts (day);
create index visit_counts_installation on visit_counts (installation_id);
create index visit_counts_release on visit_counts (release_id);
