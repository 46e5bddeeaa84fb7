-- What partners write in the console: drafts of listings, what proves a profile, answers to those who write to them.

-- What a partner has written of an item and nobody has approved yet; stores see it when it is.
create table listing_drafts (
  item_id text primary key references items on delete cascade,
  -- contexts/partners/draft.ts
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  -- counts every change, so that whoever began from an older one is told
  revision integer not null check (revision > 0),
  changed_at timestamptz not null,
  changed_by text not null references people
);

-- What is known of a partner beside what its items show. A proof is of a value: another domain or address is unproved again.
create table partner_profiles (
  partner_id text primary key references partners,
  contact_email text check (length(contact_email) <= 254),
  -- what a DNS record or a file must say
  domain_proof text not null unique,
  proved_domain text,
  domain_proved_at timestamptz,
  proved_email text,
  email_proved_at timestamptz,
  check ((proved_domain is null) = (domain_proved_at is null)),
  check ((proved_email is null) = (email_proved_at is null))
);

-- Links that were mailed to prove an address. The secret stands in the mail, here its hash.
create table partner_mail_checks (
  token_hash bytea primary key,
  partner_id text not null references partners,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index partner_mail_checks_partner on partner_mail_checks (partner_id);

-- A developer may mend an answer; that it was changed is said beside it.
alter table review_replies add column changed_at timestamptz;
-- A report by the developer; at most one of the two is known.
alter table review_reports add column partner_id text references partners, add check (store_id is null or partner_id is null);
create unique index review_reports_partner_once on review_reports (review_id, partner_id) where partner_id is not null;

-- What a partner answered to somebody who wrote about its item; sealed like what it answers to.
create table contact_answers (
  id text primary key,
  message_id text not null references contact_messages on delete cascade,
  partner_id text not null references partners,
  person_id text not null references people,
  content_sealed text not null,
  created_at timestamptz not null
);
create index contact_answers_message on contact_answers (message_id, created_at);
