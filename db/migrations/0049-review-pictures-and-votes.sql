-- Reviews have a language, pictures that operators look at first, and votes of other stores.

alter table reviews
  add column locale text,
  add column helpful integer not null default 0 check (helpful >= 0);
comment on column reviews.locale is
  'Language of the page on which it was written; null for reviews from before.';
comment on column reviews.helpful is 'Number of its votes.';
drop index reviews_newest;
create index reviews_shown on reviews (item_id, helpful desc, created_at desc, id desc)
  include (stars);

create table review_votes (
  review_id text not null references reviews on delete cascade,
  store_id text not null references stores,
  created_at timestamptz not null,
  primary key (review_id, store_id)
);
comment on table review_votes is 'Stores that found a review helpful; never its own.';
create index review_votes_store on review_votes (store_id);

create table review_pictures (
  id text primary key,
  review_id text not null references reviews on delete cascade,
  bytes bytea not null check (octet_length(bytes) between 1 and 1000000),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  shown_at timestamptz,
  created_at timestamptz not null
);
comment on table review_pictures is
  'At most three of a review, decoded and encoded again. Kept here and not among the served files, '
  'because nobody but operators may see one before it is approved.';
comment on column review_pictures.shown_at is 'When an operator approved it; null while it waits.';
create index review_pictures_review on review_pictures (review_id, created_at, id);
create index review_pictures_waiting on review_pictures (created_at, id) where shown_at is null;

create function note_review_picture() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'item:' || item_id) from reviews
    where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger note_change
  after update or delete on review_pictures for each row execute function note_review_picture();
