-- A conversation between an owner and the seller of an item: it can be solved, and brought before
-- the market's team.

alter table contact_messages
  add column solved_at timestamptz,
  add column disputed_at timestamptz,
  add constraint contact_messages_thread_states check
    ((solved_at is null and disputed_at is null) or (partner_id is not null and thread_of is null));
comment on column contact_messages.solved_at is 'The owner marked the conversation as solved.';
comment on column contact_messages.disputed_at is
  'The owner asked the market''s team for help with the developer; operators may read it since.';

drop index contact_messages_operators;
create index contact_messages_operators on contact_messages (created_at desc, id desc)
  where partner_id is null or spam_at is not null or disputed_at is not null;
create index contact_messages_disputed on contact_messages (created_at)
  where state = 'new' and disputed_at is not null;
create index contact_messages_asked on contact_messages (partner_id, created_at)
  where partner_id is not null and thread_of is null;

alter table owner_notices
  drop constraint owner_notices_kind_check,
  add constraint owner_notices_kind_check check (kind in ('update_failed', 'scripts_changed',
    'item_stopped', 'item_lifted', 'review_down', 'appeal_answered', 'theme_failed',
    'review_answered', 'question_answered', 'help_answered'));
