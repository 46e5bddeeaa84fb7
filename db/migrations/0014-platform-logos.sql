-- D26: a platform may have a logo of its own.
alter table platforms add column logo text check (logo ~ '^/pictures/');
comment on column platforms.logo is
  'Path of an uploaded square picture, encoded anew. Null: drawn from `letters` and `ground`.';
