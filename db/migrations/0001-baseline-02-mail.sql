-- Module mail. The outbox.

create table mails (
  id text primary key,
  key_hash bytea not null unique,
  content_sealed text,
  state text not null check (state in ('queued', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  fault text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'queued') = (content_sealed is not null)),
  check ((state = 'queued') = (ended_at is null))
);
comment on table mails is
  'The outbox. Recipient and text are sealed (D23) and erased as soon as the mail was sent or '
  'given up.';
comment on column mails.key_hash is
  'Hash of the key that makes a second request for the same mail a no-op.';
comment on column mails.fault is 'Last error of the mail server, without addresses.';
comment on column mails.ended_at is 'When it was sent or given up.';
create index mails_due on mails (next_try_at) where state = 'queued';
create index mails_ended on mails (ended_at) where state <> 'queued';
