-- Module reviews. Reviews, replies, reports and their log.

create table reviews (
  id text primary key,
  item_id text not null references items on delete cascade,
  store_id text not null references stores,
  stars smallint not null check (stars between 1 and 5),
  text text not null default '' check (char_length(text) <= 4000),
  version text not null,
  installed_days integer not null check (installed_days >= 0),
  still_installed boolean not null,
  salt bytea not null,
  erased_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  hidden_at timestamptz,
  unique (store_id, item_id)
);
comment on table reviews is 'What stores say about items (D14).';
comment on column reviews.version is
  'With installed_days and still_installed: as it was when the review was written or last '
  'changed.';
comment on column reviews.salt is 'Makes the hash in the log unguessable once the text is erased.';
comment on column reviews.erased_at is 'The operator erased the text for good.';
comment on column reviews.hidden_at is
  'The operator took it down: nobody sees the text, and it can be restored.';
create index reviews_all_newest on reviews (created_at desc, id desc);
create index reviews_hidden on reviews (hidden_at desc) where hidden_at is not null;
create index reviews_newest on reviews (item_id, created_at desc, id desc) include (stars);

create table review_replies (
  id text primary key,
  review_id text not null unique references reviews on delete cascade,
  partner_id text not null references partners,
  text text not null check (char_length(text) between 1 and 4000),
  salt bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz
);
comment on table review_replies is 'The developer''s one answer.';
comment on column review_replies.changed_at is 'Shown beside the answer.';

create table review_reports (
  id text primary key,
  review_id text not null references reviews on delete cascade,
  store_id text references stores,
  reason text not null check (reason in ('advertising', 'insult', 'personal_data', 'other')),
  text text not null default '' check (char_length(text) <= 1000),
  created_at timestamptz not null,
  handled_at timestamptz,
  partner_id text references partners,
  check (store_id is null or partner_id is null)
);
comment on table review_reports is
  'Complaints of readers about a review, for the operator. At most one of store_id and partner_id '
  'is known.';
comment on column review_reports.store_id is 'Null for a visitor.';
create index review_reports_open on review_reports (created_at) where handled_at is null;
create unique index review_reports_partner_once on review_reports (review_id, partner_id)
  where partner_id is not null;
create index review_reports_review on review_reports (review_id);

create table review_log (
  position bigint primary key,
  subject text not null,
  entry text not null,
  previous_hash text not null,
  hash text not null unique
);
comment on table review_log is
  'What happened to reviews and replies: an append-only chain of hashes. Of the text it has only '
  'a salted hash.';
comment on column review_log.position is 'Without gaps.';
comment on column review_log.subject is 'The review or reply.';

create table review_log_checks (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  position bigint,
  hash text,
  faults jsonb,
  fault_count integer check (fault_count >= 0)
);
comment on table review_log_checks is
  'The daily verification of the review log (D14). The end of the log is noted, so that a later '
  'truncation is detected.';
comment on column review_log_checks.day is
  'UTC; the row is the lock: one worker verifies that day.';
comment on column review_log_checks.finished_at is
  'Null while running; when the worker died, another one takes over.';
comment on column review_log_checks.faults is 'Kind with position or subject, the first hundred.';

create trigger append_only
  before update or delete or truncate on review_log
  for each statement execute function refuse_change();

-- Stars change the item's own row, which has its own trigger; this is for the text.
create function note_review() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'item:' || coalesce(new.item_id, old.item_id));
  return null;
end $$;
create trigger note_change
  after insert or update or delete on reviews for each row execute function note_review();

create function note_reply() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'item:' || item_id) from reviews
    where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger note_change
  after insert or update or delete on review_replies for each row execute function note_reply();
