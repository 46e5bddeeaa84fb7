-- The home page of a market as operators arrange it (docs/decisions/0081), and the days on which
-- collections and bundles are shown.

create function is_home_arrangement(sections text[], hidden text[]) returns boolean
  language sql immutable parallel safe as $$
  select hidden <@ sections and sections <@ array['categories', 'banners', 'popular', 'findings',
      'goals', 'bundles', 'collection', 'newest', 'collections', 'promises', 'other_market']
    and cardinality(sections) = (select count(distinct one) from unnest(sections) as one)
$$;

create table home_arrangements (
  market text not null check (market in ('app', 'theme')),
  version integer not null check (version > 0),
  sections text[] not null,
  hidden text[] not null,
  published_by text not null references people,
  published_at timestamptz(3) not null,
  primary key (market, version),
  constraint home_arrangements_sections check (is_home_arrangement(sections, hidden))
);
comment on table home_arrangements is
  'What the home page of a market shows, in its order. The last version is the live one; without '
  'one, and where it has no section, the page is as the software comes.';
comment on column home_arrangements.sections is 'In their order.';
comment on column home_arrangements.hidden is 'Those of them that are not shown.';
create trigger note_change
  after insert on home_arrangements for each row execute function note_market();

create function keep_home_arrangement() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'a published arrangement does not change';
end $$;
create trigger keep_published
  before update or delete on home_arrangements
  for each row execute function keep_home_arrangement();

create table home_drafts (
  market text primary key check (market in ('app', 'theme')),
  sections text[] not null,
  hidden text[] not null,
  revision integer not null check (revision > 0),
  changed_by text not null references people,
  changed_at timestamptz(3) not null,
  constraint home_drafts_sections check (is_home_arrangement(sections, hidden))
);
comment on table home_drafts is
  'The arrangement that operators work on; only their preview shows it. One for each market.';
comment on column home_drafts.revision is
  'Counts changes, so that two operators do not overwrite each other unseen.';

alter table collections
  add column starts_at timestamptz(3),
  add column ends_at timestamptz(3),
  add constraint collections_days check (ends_at > starts_at);
comment on column collections.starts_at is 'Shown from this moment on; null: no limit.';
comment on column collections.ends_at is 'Not shown from this moment on; null: no limit.';
alter table bundles
  add column starts_at timestamptz(3),
  add column ends_at timestamptz(3),
  add constraint bundles_days check (ends_at > starts_at);
comment on column bundles.starts_at is 'Offered from this moment on; null: no limit.';
comment on column bundles.ends_at is 'Not offered from this moment on; null: no limit.';
alter table banners add constraint banners_days check (ends_at > starts_at) not valid;

-- Pictures that operators upload for the ways into a market, instead of a drawing of ours or none.
alter table categories
  add column picture jsonb,
  add column former_picture jsonb,
  add constraint categories_tags_undrawn check (not is_tag or picture is null);
comment on column categories.picture is
  'An uploaded drawing in the form of a banner''s picture; it stands before `drawing`.';
comment on column categories.former_picture is 'What `picture` was before its last change.';
alter table collections add column picture jsonb, add column former_picture jsonb;
comment on column collections.picture is 'In the form of a banner''s picture, or null.';
comment on column collections.former_picture is 'What `picture` was before its last change.';
alter table goals add column picture jsonb, add column former_picture jsonb;
comment on column goals.picture is 'In the form of a banner''s picture, or null.';
comment on column goals.former_picture is 'What `picture` was before its last change.';
