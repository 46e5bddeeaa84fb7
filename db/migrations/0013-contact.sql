-- What people write to us, and who asked for the newsletter (S2.26, S2.27, D16).

-- The inbox. What somebody wrote and who it was lie sealed (D23).
create table contact_messages (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  platform_id integer not null references platforms,
  locale text not null,
  item_id text references items,
  -- who was signed in
  store_id text references stores,
  -- keyed hash of the address, to find what must be erased
  sender_hash bytea not null,
  content_sealed text not null,
  state text not null default 'new' check (state in ('new', 'read', 'answered')),
  created_at timestamptz not null
);
create index contact_messages_inbox on contact_messages (created_at desc);
create index contact_messages_sender on contact_messages (sender_hash);
create index contact_messages_item on contact_messages (item_id) where item_id is not null;
create index contact_messages_store on contact_messages (store_id) where store_id is not null;

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

-- One mail that asks for approval. The token stands in it, here only its hash.
create table newsletter_requests (
  token_hash bytea primary key,
  subscriber_id text not null references newsletter_subscribers on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index newsletter_requests_subscriber on newsletter_requests (subscriber_id);
create index newsletter_requests_ends on newsletter_requests (expires_at);

-- Proof of each yes and each no, in the fields of the national registry (İYS); nothing is ever changed in it but the sealed address erased.
create table newsletter_consents (
  id text primary key,
  email_hash bytea not null,
  email_sealed text,
  recipient_type text not null default 'BIREYSEL' check (recipient_type in ('BIREYSEL', 'TACIR')),
  type text not null default 'EPOSTA' check (type in ('EPOSTA')),
  status text not null check (status in ('ONAY', 'RET')),
  source text not null check (source in ('HS_WEB')),
  -- which words were agreed to, in which language; none for a no
  text_version text,
  text_hash bytea,
  locale text not null,
  consented_at timestamptz not null
);
create index newsletter_consents_person on newsletter_consents (email_hash, consented_at desc);
