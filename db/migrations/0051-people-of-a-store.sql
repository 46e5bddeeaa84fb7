-- People of a store ask an owner to approve; shops of one account are opened from each other.

create table approval_requests (
  id text primary key,
  store_id text not null references stores,
  item_id text not null references items,
  plan_id text references plans on delete set null,
  asker_id text not null,
  asker_name text not null,
  asker_email text not null,
  locale text not null,
  note text not null check (char_length(note) <= 500),
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn')),
  answer text check (char_length(answer) <= 500),
  decided_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state = 'declined' or answer is null)
);
comment on table approval_requests is
  'Somebody of a store''s team asks an owner for an item. Done when it is installed, by whomever; an '
  'open one ends by itself.';
comment on column approval_requests.asker_id is
  'Id, name and mail address of the person, as the platform says.';
comment on column approval_requests.answer is 'Why it was declined, for the asker.';
comment on column approval_requests.decided_by is
  'Name of who declined; null where it was installed or withdrawn.';
create unique index approval_requests_open on approval_requests (store_id, item_id, asker_id)
  where state = 'open';
create index approval_requests_store on approval_requests (store_id, created_at desc, id desc);
create index approval_requests_old on approval_requests (expires_at);
create index approval_requests_plan on approval_requests (plan_id) where plan_id is not null;
create index approval_requests_item on approval_requests (item_id);

alter table owner_notices
  drop constraint owner_notices_kind_check,
  add constraint owner_notices_kind_check check (kind in ('update_failed', 'scripts_changed',
    'item_stopped', 'item_lifted', 'review_down', 'appeal_answered', 'theme_failed',
    'review_answered', 'question_answered', 'help_answered', 'saved_cheaper',
    'saved_ready', 'approval_asked'));
alter table owner_notice_choices
  drop constraint owner_notice_choices_topic_check,
  add constraint owner_notice_choices_topic_check
    check (topic in ('work', 'items', 'answers', 'decisions', 'saved', 'team'));
comment on column owner_notice_choices.topic is
  'work: what the market did or could not do by itself. items: items that the market stopped. '
  'answers: to reviews and questions. decisions: about texts of the store. saved: items that it '
  'saved for later; never mailed. team: what people of the store ask its owner for.';

create table store_links (
  platform_id smallint not null references platforms,
  person_id text not null,
  store_id text not null references stores,
  person_name text not null,
  linked_from text not null references stores,
  linked_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  primary key (store_id, person_id)
);
comment on table store_links is
  'A person whom the platform named as running this shop too opens it from another one. Ended from '
  'either shop; the row stays, and says who.';
comment on column store_links.linked_from is 'The shop in which the person was when linking.';
comment on column store_links.opened_at is 'When it was opened from another shop last.';
comment on column store_links.ended_by is 'Name of who ended it; a shop that did stays unlinked.';
create index store_links_person on store_links (platform_id, person_id);
create index store_links_from on store_links (linked_from);
