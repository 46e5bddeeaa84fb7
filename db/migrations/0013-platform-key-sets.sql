-- D5, D26: a platform may publish its keys as a JWK set, from which they are fetched again.
alter table platforms
  add column keys_url text check (char_length(keys_url) between 1 and 500);
comment on column platforms.keys_url is
  'Address of the JWK set with its public keys. Null: keys are pasted.';

create table platform_key_fetches (
  platform_id smallint primary key references platforms on delete cascade,
  tried_at timestamptz not null,
  fetched_at timestamptz
);
comment on table platform_key_fetches is
  'When the JWK set of a platform was asked for. A table of its own, because every change of a '
  'platform drops the pages that show it.';
comment on column platform_key_fetches.tried_at is
  'It is asked for again a minute later at the earliest.';
comment on column platform_key_fetches.fetched_at is 'When it was read last.';
