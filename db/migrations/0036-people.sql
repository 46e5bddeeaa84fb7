-- Who comes in at the console: people, how they prove who they are, what they may do. The sign-in library reads and writes the first six
-- tables (docs/decisions/0028); their form is ours.

create table people (
  id text primary key check (id ~ '^per_[0-9a-z]{20}$'),
  name text not null check (length(name) between 1 and 100),
  -- as it was typed but for capitals; the library lowers them without a locale
  email text not null unique check (email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  -- in which mails are written to them
  locale text not null default 'tr' check (locale in ('tr', 'en', 'ar')),
  -- an authenticator app is asked after the password
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table person_sessions (
  id text primary key,
  person_id text not null references people on delete cascade,
  -- the cookie carries it with a signature that the database does not know
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index person_sessions_person on person_sessions (person_id, created_at desc);
create index person_sessions_end on person_sessions (expires_at);

-- A password, or an account at an OpenID provider.
create table person_means (
  id text primary key,
  person_id text not null references people on delete cascade,
  provider_id text not null,
  account_id text not null,
  -- scrypt, with its salt
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
create index person_means_person on person_means (person_id);

-- What is under way: recovery, a second step, a passkey's challenge.
create table person_checks (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index person_checks_identifier on person_checks (identifier);
create index person_checks_end on person_checks (expires_at);

-- The authenticator app's secret and the codes for when it is lost, both encrypted.
create table person_app_codes (
  id text primary key,
  person_id text not null unique references people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_count integer not null default 0 check (failed_count >= 0),
  locked_until timestamptz
);

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
create index person_passkeys_person on person_passkeys (person_id);

create table operators (
  person_id text primary key references people,
  role text not null check (role in ('admin', 'reviewer', 'support', 'finance')),
  created_at timestamptz not null
);

create table partner_members (
  partner_id text not null references partners,
  person_id text not null references people,
  role text not null check (role in ('owner', 'developer', 'finance')),
  created_at timestamptz not null,
  primary key (partner_id, person_id)
);
create index partner_members_person on partner_members (person_id);

create table invitations (
  id text primary key check (id ~ '^inv_'),
  -- of the link in the mail
  token_hash bytea not null unique,
  email text not null check (length(email) <= 254),
  -- null: into the operator's team
  partner_id text references partners,
  role text not null,
  invited_by text not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text references people,
  revoked_at timestamptz,
  check (role in ('owner', 'developer', 'finance') and partner_id is not null or role in ('admin', 'reviewer', 'support', 'finance') and partner_id is null),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create unique index invitations_one_open on invitations (coalesce(partner_id, ''), email) where accepted_at is null and revoked_at is null;

-- The way in while nobody is an operator: printed at every start, good for a day, the newest only.
create table first_operator_links (
  one_row boolean primary key default true check (one_row),
  token_hash bytea not null,
  expires_at timestamptz not null
);
