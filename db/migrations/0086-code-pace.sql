-- Mails with codes to one shop, mailbox or site are limited, and nobody is refused for it: past the limit a mail goes out once an hour, with a longer code that
-- works for everybody who asks in that hour.
alter table connect_attempts add column slow boolean not null default false;
alter table site_claims add column slow boolean not null default false;
alter table wordpress_claims add column slow boolean not null default false;

-- Shared codes are computed from the server's key, what they are for, the hour and this version; using one raises the version, so that each works once.
create table shared_code_versions (
  -- hash of what the codes are for
  subject bytea primary key,
  version integer not null check (version > 0),
  changed_at timestamptz not null
);
create index shared_code_versions_age on shared_code_versions (changed_at);
