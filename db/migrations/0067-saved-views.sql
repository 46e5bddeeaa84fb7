-- Lists of the console as somebody wants to see them again (docs/decisions/0077).

create table saved_views (
  id text primary key check (id ~ '^vie_[0-9a-z]{20}$'),
  person_id text not null references people on delete cascade,
  name text not null check (length(name) between 1 and 60),
  path text not null check (path ~ '^/operator/[a-z/-]+\?[!-~]+$' and length(path) <= 1000),
  created_at timestamptz not null,
  unique (person_id, name)
);
comment on table saved_views is 'A list of the console with its filters, under a name; of one person.';
comment on column saved_views.path is 'Path and query of the list.';
