-- What a partner's programs come in with at the console's calls: build servers, the command line. Whoever made a token answers for it: it
-- may never more than they may.
create table partner_tokens (
  id text primary key check (id ~ '^tok_[0-9a-z]{20}$'),
  partner_id text not null references partners,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256; the token itself is shown once
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- its last four characters, by which people tell theirs apart
  ending text not null check (length(ending) = 4),
  scopes text[] not null check (scopes <@ array['upload', 'status', 'figures'] and cardinality(scopes) between 1 and 3),
  -- of this item only
  item_id text references items,
  created_by text not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when a mail says that the end is near
  remind_at timestamptz not null,
  reminded_at timestamptz,
  -- to the minute
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- nobody: the market itself, because it was published
  revoked_by text references people,
  check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  check (remind_at between created_at and expires_at),
  check (revoked_at is not null or revoked_by is null)
);
create index partner_tokens_partner on partner_tokens (partner_id, created_at desc, id desc);
create index partner_tokens_item on partner_tokens (item_id) where item_id is not null;
create index partner_tokens_remind on partner_tokens (remind_at) where reminded_at is null and revoked_at is null;
