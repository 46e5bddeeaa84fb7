-- Module identity. People of the console, their credentials and roles, invitations, the audit log.

create table people (
  id text primary key check (id ~ '^per_[0-9a-z]{20}$'),
  name text not null check (length(name) between 1 and 100),
  email text not null unique check (email ~ '^[^[:space:]@]+@[^[:space:]@]+$'
    and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  locale text not null default 'tr' check (locale in ('tr', 'en', 'ar')),
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table people is
  'Accounts of the console. The sign-in library reads and writes people and the person_ tables '
  '(docs/decisions/0024); their columns are ours.';
comment on column people.email is 'As typed, but in lower case.';
comment on column people.locale is 'Language of mails to them.';
comment on column people.two_factor_enabled is
  'An authenticator app is required after the password.';

create table person_sessions (
  id text primary key,
  person_id text not null references people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table person_sessions is 'Sessions of the console.';
comment on column person_sessions.token is
  'The cookie carries it with a signature that the database does not have.';
create index person_sessions_end on person_sessions (expires_at);
create index person_sessions_person on person_sessions (person_id, created_at desc);

create table person_means (
  id text primary key,
  person_id text not null references people on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
comment on table person_means is
  'Sign-in methods: a password, or an account at an OpenID provider.';
comment on column person_means.password is 'scrypt, with its salt.';
create index person_means_person on person_means (person_id);

create table person_checks (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table person_checks is
  'Verifications in progress: recovery, second factor, passkey challenge.';
create index person_checks_end on person_checks (expires_at);
create index person_checks_identifier on person_checks (identifier);

create table person_app_codes (
  id text primary key,
  person_id text not null unique references people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_count integer not null default 0 check (failed_count >= 0),
  locked_until timestamptz,
  confirmed_at timestamptz
);
comment on table person_app_codes is
  'Secret of the authenticator app and recovery codes, both encrypted.';
comment on column person_app_codes.confirmed_at is
  'Recovery may remove a recently added app, which a thief may have added, but not one that has '
  'long protected the account.';

create table person_passkeys (
  id text primary key,
  person_id text not null references people on delete cascade,
  name text check (length(name) <= 100),
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
comment on table person_passkeys is 'WebAuthn credentials.';
create index person_passkeys_person on person_passkeys (person_id);

create table operators (
  person_id text primary key references people,
  role text not null check (role in ('admin', 'reviewer', 'support', 'finance')),
  created_at timestamptz not null
);
comment on table operators is 'The market''s own team.';

create table partner_members (
  partner_id text not null,
  person_id text not null references people,
  role text not null check (role in ('owner', 'developer', 'finance')),
  created_at timestamptz not null,
  primary key (partner_id, person_id)
);
comment on table partner_members is 'Who works for which partner, with which role.';
create index partner_members_person on partner_members (person_id);

create table partner_tokens (
  id text primary key check (id ~ '^tok_[0-9a-z]{20}$'),
  partner_id text not null,
  name text not null check (length(name) between 1 and 60),
  token_hash bytea not null unique check (length(token_hash) = 32),
  ending text not null check (length(ending) = 4),
  scopes text[] not null check (scopes <@ array['upload', 'status', 'figures']
    and cardinality(scopes) between 1 and 3),
  item_id text,
  created_by text not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  remind_at timestamptz not null,
  reminded_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text references people,
  check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  check (remind_at between created_at and expires_at),
  check (revoked_at is not null or revoked_by is null)
);
comment on table partner_tokens is
  'API tokens of a partner''s programs (build servers, command line). A token never has more '
  'rights than the person who created it.';
comment on column partner_tokens.token_hash is 'SHA-256; the token itself is shown once.';
comment on column partner_tokens.ending is
  'Its last four characters, by which people recognize it.';
comment on column partner_tokens.item_id is 'When set, the token is valid for this item only.';
comment on column partner_tokens.remind_at is 'When a mail announces that it is about to expire.';
comment on column partner_tokens.last_used_at is 'To the minute.';
comment on column partner_tokens.revoked_by is
  'Null when the market revoked it itself, because it was found published.';
create index partner_tokens_item on partner_tokens (item_id) where item_id is not null;
create index partner_tokens_partner on partner_tokens (partner_id, created_at desc, id desc);
create index partner_tokens_remind on partner_tokens (remind_at) where reminded_at is null
  and revoked_at is null;

create table invitations (
  id text primary key check (id ~ '^inv_'),
  token_hash bytea not null unique,
  email text not null check (length(email) <= 254),
  partner_id text,
  role text not null,
  invited_by text not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text references people,
  revoked_at timestamptz,
  check (role in ('owner', 'developer', 'finance') and partner_id is not null
    or role in ('admin', 'reviewer', 'support', 'finance') and partner_id is null),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
comment on table invitations is 'Invitations into a partner''s team or the operator''s team.';
comment on column invitations.token_hash is 'Of the link in the mail.';
comment on column invitations.partner_id is 'Null: into the operator''s team.';
create unique index invitations_one_open on invitations (coalesce(partner_id, ''), email)
  where accepted_at is null and revoked_at is null;

create table first_operator_links (
  one_row boolean primary key default true check (one_row),
  token_hash bytea not null,
  expires_at timestamptz not null
);
comment on table first_operator_links is
  'Sign-up link while there is no operator: printed at every start, valid for a day, only the '
  'newest.';

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id text not null references people,
  actor_role text not null,
  operation text not null,
  kind text not null,
  object_id text,
  partner_id text,
  before jsonb,
  after jsonb,
  request_id text not null
);
comment on table audit_log is
  'Every write of the console: who, when, what, before and after. Written in the transaction of '
  'the change; append-only.';
comment on column audit_log.actor_role is
  'In which role they acted: operator:admin, partner:owner, self.';
comment on column audit_log.before is
  'Changed fields only; personal values as salted hashes (D23).';
comment on column audit_log.after is 'Changed fields only; personal values as salted hashes (D23).';
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_at on audit_log (at desc);
create index audit_log_kind on audit_log (kind, id desc);
create index audit_log_object on audit_log (object_id, id desc);
create index audit_log_partner on audit_log (partner_id, id desc) where partner_id is not null;

-- References of tables above and of modules before to tables of this one.
alter table console_presses add foreign key (person_id) references people on delete cascade;

-- Refuses to change or delete audit entries.
create function audit_log_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stands
  before update or delete on audit_log for each row execute function audit_log_stands();
create trigger audit_log_stays
  before truncate on audit_log for each statement execute function audit_log_stands();
