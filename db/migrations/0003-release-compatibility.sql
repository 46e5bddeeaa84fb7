-- Read for every installed item on every page of a signed-in owner; manifests are large.
alter table releases
  add column platforms jsonb generated always as (manifest -> 'compatibility' -> 'platforms') stored,
  add column os2 boolean generated always as ((manifest ->> 'os2')::boolean) stored;
comment on column releases.platforms is 'Platform id → the range of its versions, from the manifest.';
comment on column releases.os2 is
  'Of a theme: whether it has a build for second-generation storefronts, from the manifest (D19).';
