-- Mail that leaves by a job, signing in with the shop's address, and how a store's own site answers.

-- The outbox. Recipient and words are sealed (D23) and go as soon as the mail has gone, or was given up.
create table mails (
  id text primary key,
  -- hash of the key that makes a second request for the same mail the same mail
  key_hash bytea not null unique,
  content_sealed text,
  state text not null check (state in ('queued', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- what the mail server said last, without addresses
  fault text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'queued') = (content_sealed is not null)),
  check ((state = 'queued') = (ended_at is null))
);
create index mails_due on mails (next_try_at) where state = 'queued';
create index mails_ended on mails (ended_at) where state <> 'queued';

-- Somebody who says that a shop is theirs waits here for the code that its owner got (D6). The same row for a shop nobody knows.
create table connect_attempts (
  id text primary key,
  -- of the secret that the browser keeps in a cookie
  handle_hash bytea not null unique,
  platform_id smallint not null references platforms,
  -- the address as it was typed, normalised
  host text not null,
  next_path text not null,
  locale text not null,
  -- null until the job that sends the code found a store and somebody to write to
  store_id text references stores,
  account jsonb,
  code_hash bytea,
  -- grows with every code that was asked for, so that a late job cannot bring an old one back
  round integer not null default 1,
  tries integer not null default 0 check (tries between 0 and 5),
  code_asked_at timestamptz not null,
  expires_at timestamptz not null,
  check ((code_hash is null) = (store_id is null))
);
create index connect_attempts_expiry on connect_attempts (expires_at);

-- A shop is found by the host of its address, with or without `www.` and port.
create index stores_host on stores (platform_id, (regexp_replace(split_part(domain, ':', 1), '^www\.', '')));

-- How its owner came in: from the panel, or with a code.
alter table sessions add column entered_by text not null default 'panel' check (entered_by in ('panel', 'code'));

-- What a store's own site was last seen to do (D7), and until when its owner does not want to be told.
create table store_sites (
  store_id text primary key references stores,
  -- a probe is under way or was made then
  asked_at timestamptz,
  -- name of the network in front of the site; null when none was seen
  cdn text,
  -- host that the site sends its visitors to; null when it answers itself
  redirects_to text,
  dismissed_until timestamptz
);
