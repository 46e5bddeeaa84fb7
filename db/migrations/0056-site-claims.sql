-- Whoever says that a site without a panel is theirs proves it here (D6): the mail address by a code, the site by a record, a file or a tag.

create table site_claims (
  id text primary key,
  -- of the secret that the browser keeps in a cookie
  handle_hash bytea not null unique,
  domain text not null,
  next_path text not null,
  locale text not null,
  -- name and address, sealed (D23)
  contact_sealed text not null,
  code_hash bytea,
  code_round integer not null default 1,
  code_tries integer not null default 0,
  code_asked_at timestamptz not null,
  code_until timestamptz not null,
  mail_confirmed_at timestamptz,
  -- what the proof carries
  token text not null,
  looked_at timestamptz,
  looked_for text,
  -- why the last look found no proof
  failure text,
  expires_at timestamptz not null
);
create index site_claims_expiry on site_claims (expires_at);

-- A site that moves to another address: the old and the new are proved, each by itself, within the hour.
create table site_moves (
  store_id text primary key references sites (store_id) on delete cascade,
  domain text not null,
  token text not null,
  old_proved_at timestamptz,
  new_proved_at timestamptz,
  new_proved_by text,
  new_url text,
  looked_at timestamptz,
  failure text,
  expires_at timestamptz not null
);

alter table sites add column proof_failure text;

-- In by a proof of the site itself.
alter table sessions drop constraint sessions_entered_by_check;
alter table sessions add constraint sessions_entered_by_check check (entered_by in ('panel', 'code', 'proof'));
