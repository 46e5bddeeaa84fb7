-- Notices to owners are shown in the product, too; owners choose kinds and channels.

alter table owner_notices
  drop constraint owner_notices_kind_check,
  add constraint owner_notices_kind_check check (kind in ('update_failed', 'scripts_changed',
    'item_stopped', 'item_lifted', 'review_down', 'appeal_answered', 'theme_failed',
    'review_answered', 'question_answered')),
  add column read_at timestamptz;
comment on table owner_notices is
  'What a store''s owner is told: shown on the page of notices, and mailed to the owner as the '
  'platform knows them. Written with the event, mailed when the platform has named the owner.';
comment on column owner_notices.read_at is 'When somebody of the store took note of it.';
create index owner_notices_newest on owner_notices (store_id, created_at desc, id desc);
create index owner_notices_unread on owner_notices (store_id) where read_at is null;
-- What was written before the page existed is no news.
update owner_notices set read_at = created_at;

create table owner_notice_choices (
  store_id text not null references stores on delete cascade,
  topic text not null check (topic in ('work', 'items', 'answers', 'decisions')),
  product boolean not null,
  mail boolean not null,
  primary key (store_id, topic)
);
comment on table owner_notice_choices is
  'By which channels a store hears of a topic; without a row by both.';
comment on column owner_notice_choices.topic is
  'work: what the market did or could not do by itself. items: items that the market stopped. '
  'answers: to reviews and questions. decisions: about texts of the store.';
