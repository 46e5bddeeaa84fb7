-- Why the market decided against somebody's item, release, submission or review: one row a decision, as it was mailed. What stands here stands;
-- an appeal and its answer stand beside it.
create table statements (
  id text primary key check (id ~ '^sta_[0-9a-z]{20}$'),
  about text not null check (about in ('item', 'release', 'submission', 'review')),
  object_id text not null check (length(object_id) between 1 and 60),
  -- what it was called then, for whoever reads this when the row is gone
  object_name text not null check (length(object_name) between 1 and 200),
  -- whom it is told: a partner's owners, or a store's (of a review)
  partner_id text references partners,
  store_id text references stores,
  decision text not null check (decision in ('rejected', 'changes_requested', 'unpublished', 'halted', 'yanked', 'stopped', 'text_erased')),
  grounds text not null check (grounds in ('contract', 'law')),
  rule text not null check (length(rule) between 1 and 300),
  facts text not null check (length(facts) between 1 and 4000),
  -- what led to it: our own look, somebody's report, an authority's order
  cause text not null check (cause in ('own', 'report', 'order')),
  -- whether a machine found it, or decided too
  automated text not null check (automated in ('no', 'found', 'decided')),
  -- null: by the market's own rules, without a person
  decided_by text references people,
  decided_at timestamptz not null,
  -- null: until it is taken back
  ends_at timestamptz,
  appeal_until timestamptz not null check (appeal_until > decided_at),
  -- the decision is no longer in force: an appeal, or the market's own change of mind
  reversed_at timestamptz,
  check ((partner_id is null) <> (store_id is null))
);
create index statements_partner on statements (partner_id, decided_at desc, id desc) where partner_id is not null;
create index statements_newest on statements (decided_at desc, id desc);
create index statements_object on statements (object_id, decided_at desc);

-- Once for each statement.
create table statement_appeals (
  statement_id text primary key references statements,
  text text not null check (length(text) between 1 and 4000),
  -- null: the owner of a store, who has no account here
  appealed_by text references people,
  appealed_at timestamptz not null,
  outcome text check (outcome in ('upheld', 'reversed')),
  reasons text check (length(reasons) between 1 and 4000),
  answered_by text references people,
  answered_at timestamptz,
  check ((outcome is null) = (reasons is null) and (outcome is null) = (answered_by is null) and (outcome is null) = (answered_at is null))
);
create index statement_appeals_open on statement_appeals (appealed_at, statement_id) where outcome is null;
