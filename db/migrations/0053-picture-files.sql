-- Files of pictures that partners put into their listings: what was sent for each, so that whoever sends the same again can know it, and when it was
-- found that nothing names it any more, so that it is taken away some time later.
create table picture_files (
  path text primary key check (path like 'partners/%'),
  -- SHA-256 of what was sent
  origin text not null check (origin ~ '^[0-9a-f]{64}$'),
  put_at timestamptz not null,
  looked_at timestamptz,
  -- since when no listing, draft or submission names it, as far as anybody has looked
  left_at timestamptz,
  -- 'removing': just being taken away; who wants to put the same file there waits
  state text not null default 'kept' check (state in ('kept', 'removing'))
);
create index picture_files_due on picture_files (looked_at nulls first, path);
create index picture_files_left on picture_files (left_at) where left_at is not null;
