-- What stores say of items (D14), and how an item's rating is put together.

-- 1. Ratings ----------------------------------------------------------------------------------------------------------------------------

-- What an imported catalogue brought along and what stores have given here are kept apart; rating, review_count and rating_histogram are their
-- sum, made in one place. So a second import takes nothing away that was given here.
alter table items
  -- all stars together
  add column brought_stars numeric(14, 2) not null default 0,
  add column brought_count integer not null default 0 check (brought_count >= 0),
  -- null when only the average is known
  add column brought_histogram integer[] check (cardinality(brought_histogram) = 5),
  -- how many stores gave 1, 2, 3, 4 and 5 stars here
  add column own_ratings integer[] not null default '{0,0,0,0,0}' check (cardinality(own_ratings) = 5 and 0 <= all (own_ratings));

alter table items disable trigger note_updated;
update items set brought_count = review_count, brought_histogram = rating_histogram,
  brought_stars = coalesce((select sum(stars) from imported_ratings where item_id = items.id), rating * review_count)
where review_count > 0 and rating is not null;
alter table items enable trigger note_updated;

create function sum_ratings() returns trigger language plpgsql as $$
declare
  own_count bigint := (select sum(n) from unnest(new.own_ratings) n);
  own_stars bigint := (select sum(n * stars) from unnest(new.own_ratings) with ordinality as given (n, stars));
  total bigint;
begin
  -- An item that is put in with a rating has brought it.
  if tg_op = 'INSERT' and new.brought_count = 0 and new.review_count > 0 then
    new.brought_count := new.review_count;
    new.brought_stars := coalesce(new.rating * new.review_count, 0);
    new.brought_histogram := new.rating_histogram;
  end if;
  total := own_count + new.brought_count;
  new.review_count := least(total, 2147483647);
  new.rating := case when total > 0 then round((new.brought_stars + own_stars) / total, 2) end;
  new.rating_histogram := case
    when total = 0 or (new.brought_count > 0 and new.brought_histogram is null) then null
    when new.brought_count = 0 then new.own_ratings
    else (select array_agg(least(coalesce(brought, 0)::bigint + own, 2147483647) order by stars)
      from unnest(new.brought_histogram, new.own_ratings) with ordinality as both_kinds (brought, own, stars)) end;
  return new;
end $$;
create trigger sum_ratings before insert or update of brought_stars, brought_count, brought_histogram, own_ratings on items
  for each row execute function sum_ratings();

-- 2. Reviews ----------------------------------------------------------------------------------------------------------------------------

create table reviews (
  id text primary key,
  item_id text not null references items on delete cascade,
  store_id text not null references stores,
  stars smallint not null check (stars between 1 and 5),
  text text not null default '' check (char_length(text) <= 4000),
  -- facts as they were when it was written or last changed
  version text not null,
  installed_days integer not null check (installed_days >= 0),
  still_installed boolean not null,
  -- makes the hash in the log unguessable once the text is gone
  salt bytea not null,
  -- the text was taken away by the operator
  erased_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, item_id)
);
create index reviews_newest on reviews (item_id, created_at desc, id desc) include (stars);

-- The developer's one answer.
create table review_replies (
  id text primary key,
  review_id text not null unique references reviews on delete cascade,
  partner_id text not null references partners,
  text text not null check (char_length(text) between 1 and 4000),
  salt bytea not null,
  created_at timestamptz not null
);

-- What readers find wrong with a review; for the operator.
create table review_reports (
  id text primary key,
  review_id text not null references reviews on delete cascade,
  -- null for a visitor
  store_id text references stores,
  reason text not null check (reason in ('advertising', 'insult', 'personal_data', 'other')),
  text text not null default '' check (char_length(text) <= 1000),
  created_at timestamptz not null,
  handled_at timestamptz
);
create index review_reports_open on review_reports (created_at) where handled_at is null;
create index review_reports_review on review_reports (review_id);

-- What happened to reviews and replies, append-only: each line carries the hash of the one before. Of what was said there is a salted hash only.
create table review_log (
  -- without gaps
  position bigint primary key,
  -- the review or reply
  subject text not null,
  entry text not null,
  previous_hash text not null,
  hash text not null unique
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on review_log for each statement execute function refuse_change();

-- Stars change the item's own row, which is told there; these are for what is said.
create function note_review() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'item:' || coalesce(new.item_id, old.item_id));
  return null;
end $$;
create trigger note_change after insert or update or delete on reviews for each row execute function note_review();

create function note_reply() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'item:' || item_id) from reviews where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger note_change after insert or update or delete on review_replies for each row execute function note_reply();
