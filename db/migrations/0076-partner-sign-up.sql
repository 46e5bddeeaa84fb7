-- Companies that ask to become partners: what they say, what was verified, what was decided
-- (docs/decisions/0082).

create table partner_sign_up (
  one_row boolean primary key default true check (one_row),
  is_open boolean not null default true,
  kept_days smallint not null default 30 check (kept_days between 1 and 365),
  changed_at timestamptz not null
);
comment on table partner_sign_up is 'Whether companies may apply to become partners, and how.';
comment on column partner_sign_up.kept_days is
  'After so many days an application that nobody completed is erased.';
insert into partner_sign_up (changed_at) values (now());

create table partner_applications (
  id text primary key check (id ~ '^pap_[0-9a-z]{20}$'),
  token_hash bytea not null unique check (length(token_hash) = 32),
  state text not null check (state in ('open', 'waiting', 'approved', 'declined', 'withdrawn')),
  name text not null check (char_length(name) between 2 and 80),
  country text not null check (country ~ '^[A-Z]{2}$'),
  email text not null check (email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and length(email) <= 254),
  website text not null check (website like 'https://%' and length(website) <= 500),
  makes text not null check (makes in ('app', 'theme', 'both')),
  about text not null check (char_length(about) between 20 and 1000),
  locale text not null references languages,
  created_at timestamptz(3) not null,
  code_hash bytea check (length(code_hash) = 32),
  code_ends_at timestamptz,
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  email_proved_at timestamptz,
  domain_proof text not null unique check (domain_proof ~ '^[0-9a-f]{32}$'),
  domain_way text check (domain_way in ('dns', 'file')),
  domain_proved_at timestamptz,
  waiting_at timestamptz(3),
  decided_at timestamptz,
  decided_by text references people,
  reason text check (char_length(reason) between 10 and 2000),
  partner_id text unique references partners,
  check ((code_hash is null) = (code_ends_at is null)),
  check ((domain_way is null) = (domain_proved_at is null)),
  check (domain_proved_at is null or email_proved_at is not null),
  check (state in ('open', 'withdrawn') or (email_proved_at is not null
    and domain_proved_at is not null and waiting_at is not null)),
  check ((state in ('open', 'waiting')) = (decided_at is null)),
  check ((state in ('approved', 'declined')) = (decided_by is not null)),
  check ((state = 'declined') = (reason is not null)),
  check ((state = 'approved') = (partner_id is not null))
);
comment on table partner_applications is
  'Applications of companies that want to become partners. They wait for an operator when mail and '
  'domain are verified; incomplete and declined ones are erased after a while.';
comment on column partner_applications.token_hash is
  'Of the secret in the address of the applicant''s page.';
comment on column partner_applications.makes is 'What they want to publish.';
comment on column partner_applications.locale is 'Language of mails to them.';
comment on column partner_applications.code_hash is
  'Keyed hash of the mailed code, because whoever reads the table could try a million codes.';
comment on column partner_applications.code_tries is 'Wrong entries of the present code.';
comment on column partner_applications.domain_proof is
  'What a DNS record or a file must contain; the partner''s own from the approval on.';
comment on column partner_applications.waiting_at is 'When everything was verified.';
comment on column partner_applications.decided_at is 'Of a withdrawal, too.';
comment on column partner_applications.reason is 'Why it was declined, as the applicant reads it.';
create index partner_applications_newest on partner_applications (created_at desc, id desc);
create index partner_applications_by_state
  on partner_applications (state, created_at desc, id desc);
create index partner_applications_waiting on partner_applications (waiting_at)
  where state = 'waiting';
create index partner_applications_of_mail on partner_applications (email, created_at desc);
create index partner_applications_open on partner_applications (created_at)
  where state = 'open';
create index partner_applications_ended on partner_applications (decided_at)
  where state in ('declined', 'withdrawn');

alter table inbox_marks drop constraint inbox_marks_kind_check,
  add constraint inbox_marks_kind_check check (kind in ('submission', 'appeal', 'report',
    'picture', 'message', 'refund', 'difference', 'payout', 'identity', 'installation', 'mail',
    'job', 'key', 'application'));

-- A role for people who answer stores and see no money.
alter table partner_members drop constraint partner_members_role_check,
  add constraint partner_members_role_check
    check (role in ('owner', 'developer', 'support', 'finance'));
alter table invitations drop constraint invitations_check,
  add constraint invitations_check check (
    role in ('owner', 'developer', 'support', 'finance') and partner_id is not null
    or role in ('admin', 'reviewer', 'support', 'finance') and partner_id is null);

alter table partner_profiles add column onboarding_hidden_at timestamptz;
comment on column partner_profiles.onboarding_hidden_at is
  'When somebody put the completed list of first steps away. Its steps are read from the facts.';

-- A release may be published at a time that its partner chose, once it is approved.
alter table submissions
  add column publish_at timestamptz(3),
  add constraint submissions_publish_at_release check (publish_at is null or version is not null),
  drop constraint submissions_state_check,
  add constraint submissions_state_check check (state in ('checking', 'waiting', 'scheduled',
    'approved', 'rejected', 'withdrawn', 'failed_checks')),
  add constraint submissions_scheduled check (state <> 'scheduled' or publish_at is not null),
  drop constraint submissions_check4,
  add constraint submissions_check4 check (
    (state in ('scheduled', 'approved', 'rejected')) = (decided_by is not null));
comment on column submissions.publish_at is
  'When the release is to be published; null: as soon as it is approved.';
drop index submissions_open;
create unique index submissions_open on submissions (item_id)
  where state in ('checking', 'waiting', 'scheduled');
create index submissions_due on submissions (publish_at, id) where state = 'scheduled';
