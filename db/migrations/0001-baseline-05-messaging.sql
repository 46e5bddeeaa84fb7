-- Module messaging. Contact messages and the newsletter.

create table contact_messages (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  platform_id integer not null references platforms,
  locale text not null,
  item_id text,
  store_id text references stores,
  sender_hash bytea not null,
  content_sealed text not null,
  state text not null default 'new' check (state in ('new', 'read', 'answered')),
  created_at timestamptz not null,
  answer_sealed text,
  answered_by text references people,
  answered_at timestamptz,
  partner_id text,
  partner_state text check (partner_state in ('new', 'open', 'done')),
  thread_of text references contact_messages on delete cascade,
  last_at timestamptz,
  spam_at timestamptz,
  spam_by text references people,
  check ((answer_sealed is null) = (answered_by is null)
    and (answer_sealed is null) = (answered_at is null)),
  check (partner_id is null or item_id is not null),
  check ((partner_id is null) = (partner_state is null)
    and (partner_id is null) = (last_at is null)),
  check (thread_of is null or partner_id is not null),
  check (spam_at is null or partner_id is not null)
);
comment on table contact_messages is 'The inbox (S2.26). Text and sender are sealed (D23).';
comment on column contact_messages.store_id is 'The store that was signed in.';
comment on column contact_messages.sender_hash is
  'Keyed hash of the address, to find what must be erased.';
comment on column contact_messages.answer_sealed is 'Answer of the market''s own team.';
comment on column contact_messages.partner_id is
  'Set when the question is for the developer of the item.';
comment on column contact_messages.partner_state is 'State for the partner.';
comment on column contact_messages.thread_of is
  'The first message of the thread; null for the first itself.';
comment on column contact_messages.last_at is 'Of the newest message or answer of the thread.';
create index contact_messages_inbox on contact_messages (created_at desc);
create index contact_messages_item on contact_messages (item_id) where item_id is not null;
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_partner on contact_messages (partner_id, last_at desc, id desc)
  where partner_id is not null and thread_of is null;
create index contact_messages_sender on contact_messages (sender_hash);
create index contact_messages_store on contact_messages (store_id) where store_id is not null;
create index contact_messages_thread on contact_messages (thread_of, created_at)
  where thread_of is not null;
create index contact_messages_unread on contact_messages (partner_id) where partner_state = 'new'
  and thread_of is null;

create table contact_answers (
  id text primary key,
  message_id text not null references contact_messages on delete cascade,
  partner_id text not null,
  person_id text not null references people,
  content_sealed text not null,
  created_at timestamptz not null
);
comment on table contact_answers is 'A partner''s answers, sealed like the messages.';
create index contact_answers_message on contact_answers (message_id, created_at);

create table newsletter_subscribers (
  id text primary key,
  email_hash bytea not null unique,
  email_sealed text not null,
  locale text not null,
  market text not null check (market in ('app', 'theme')),
  state text not null check (state in ('pending', 'approved', 'unsubscribed')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table newsletter_subscribers is 'Who asked for the newsletter (S2.27, D16).';
create index newsletter_subscribers_newest on newsletter_subscribers (created_at desc, id desc);

create table newsletter_requests (
  token_hash bytea primary key,
  subscriber_id text not null references newsletter_subscribers on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table newsletter_requests is
  'Mails that ask for confirmation. The token is in the mail, here only its hash.';
create index newsletter_requests_ends on newsletter_requests (expires_at);
create index newsletter_requests_subscriber on newsletter_requests (subscriber_id);

create table newsletter_consents (
  id text primary key,
  email_hash bytea not null,
  email_sealed text,
  recipient_type text not null default 'BIREYSEL' check (recipient_type in ('BIREYSEL', 'TACIR')),
  type text not null default 'EPOSTA' check (type in ('EPOSTA')),
  status text not null check (status in ('ONAY', 'RET')),
  source text not null check (source in ('HS_WEB')),
  text_version text,
  text_hash bytea,
  locale text not null,
  consented_at timestamptz not null
);
comment on table newsletter_consents is
  'Proof of each opt-in and opt-out, in the fields of the Turkish national registry (İYS). Rows '
  'never change, except that the sealed address is erased.';
comment on column newsletter_consents.status is 'ONAY: consent; RET: refusal.';
comment on column newsletter_consents.text_version is
  'Of the text that was agreed to; null for an opt-out.';
create index newsletter_consents_person on newsletter_consents (email_hash, consented_at desc);
