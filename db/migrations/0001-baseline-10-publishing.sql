-- Module publishing. Partners, drafts and submissions, statements of reasons, reports on coming
-- platform versions.

create table partners (
  id text primary key,
  slug text not null unique,
  name text not null,
  website text,
  statement jsonb not null default '{}',
  created_at timestamptz not null,
  verified_at timestamptz,
  category text references partner_categories
);
comment on table partners is
  'Developers and agencies. What items show of them is here, the rest in partner_profiles.';
comment on column partners.statement is 'What it says of itself, by language.';
create index partners_category on partners (category) where category is not null;
create index partners_newest on partners (created_at desc, id desc);
create index partners_words on partners using gin (name_words(name));

create table partner_profiles (
  partner_id text primary key references partners on delete cascade,
  support_email text,
  domain_proof text not null default replace(gen_random_uuid()::text, '-', '') unique,
  proved_domain text,
  domain_proved_at timestamptz,
  proved_email text,
  email_proved_at timestamptz,
  support_url text check (length(support_url) <= 500),
  privacy_url text check (length(privacy_url) <= 500),
  logo text check (logo like '/pictures/%'),
  legal_name text check (length(legal_name) <= 200),
  legal_address text check (length(legal_address) <= 500),
  tax_office text check (length(tax_office) <= 80),
  tax_number text check (length(tax_number) <= 32),
  registry_number text check (length(registry_number) <= 40),
  registered_mail text check (length(registered_mail) <= 254),
  phone text check (length(phone) <= 32),
  revision integer not null default 0 check (revision >= 0),
  changed jsonb not null default '{}' check (jsonb_typeof(changed) = 'object'),
  changed_at timestamptz,
  changed_by text references people,
  domain_way text check (domain_way in ('dns', 'file')),
  domain_checked_at timestamptz,
  domain_missing_at timestamptz,
  constraint partner_profiles_contact_email_check check (length(support_email) <= 254),
  check ((proved_domain is null) = (domain_proved_at is null)),
  check ((proved_email is null) = (email_proved_at is null)),
  check ((proved_domain is null) = (domain_way is null)),
  check (domain_missing_at is null or proved_domain is not null)
);
comment on table partner_profiles is
  'What is known of a partner besides what its items show. A proof is of a value: another domain '
  'or address is unproved again.';
comment on column partner_profiles.domain_proof is 'What a DNS record or a file must contain.';
comment on column partner_profiles.logo is 'A path below /pictures/.';
comment on column partner_profiles.legal_name is
  'The seller, as a marketplace in Turkey must show it to the buyer.';
comment on column partner_profiles.registry_number is 'MERSİS in Turkey.';
comment on column partner_profiles.registered_mail is 'KEP in Turkey.';
comment on column partner_profiles.revision is
  'Counts every change; changed has the count at which each part last changed, to detect '
  'concurrent edits.';
comment on column partner_profiles.domain_checked_at is 'When the job last looked.';
comment on column partner_profiles.domain_missing_at is 'Since when the job finds no proof.';
create index partner_profiles_due on partner_profiles (domain_checked_at)
  where proved_domain is not null;

create table partner_mail_checks (
  token_hash bytea primary key,
  partner_id text not null references partners on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table partner_mail_checks is
  'Links mailed to prove an address. The secret is in the mail, here its hash.';
create index partner_mail_checks_ends on partner_mail_checks (expires_at);
create index partner_mail_checks_partner on partner_mail_checks (partner_id);

create table listing_drafts (
  item_id text primary key references items on delete cascade,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  revision integer not null check (revision > 0),
  changed_at timestamptz not null,
  changed_by text not null references people
);
comment on table listing_drafts is
  'Listing texts that a partner wrote and nobody has approved yet.';
comment on column listing_drafts.revision is 'Counts every change, to detect concurrent edits.';

create table submissions (
  id text primary key check (id ~ '^sub_[0-9a-z]{20}$'),
  item_id text not null references items on delete cascade,
  partner_id text not null references partners,
  state text not null check (state in ('checking', 'waiting', 'approved', 'rejected', 'withdrawn',
    'failed_checks')),
  version text check (length(version) <= 60),
  channel text check (channel in ('stable', 'beta')),
  notes jsonb,
  package_sha256 text check (package_sha256 ~ '^[0-9a-f]{64}$'),
  package_size integer check (package_size > 0),
  manifest jsonb,
  listing jsonb not null,
  with_listing boolean not null,
  quarantined boolean not null default false,
  submitted_by text not null references people,
  submitted_at timestamptz not null,
  check_at timestamptz,
  check_tries smallint not null default 0,
  waiting_at timestamptz,
  claimed_by text references people,
  claimed_until timestamptz,
  decided_by text references people,
  decided_at timestamptz,
  grounds text check (grounds in ('contract', 'law')),
  rule text check (length(rule) between 1 and 300),
  reasons text check (length(reasons) between 1 and 4000),
  looked_at text[] not null default '{}',
  release_id text references releases,
  rollout text not null default 'auto' check (rollout in ('auto', 'at_once', 'staged')),
  rollout_stages integer[] check (are_stages(rollout_stages)),
  rollout_hours integer check (rollout_hours between 1 and 336),
  check (with_listing or version is not null),
  check ((version is null) = (channel is null) and (version is null) = (notes is null)
    and (version is null) = (package_sha256 is null) and (version is null) = (package_size is null)
    and (version is null) = (manifest is null)),
  check ((channel = 'beta') = (version like '%-%')),
  check (state <> 'rejected' or (grounds is not null and rule is not null and reasons is not null)),
  check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  check ((state in ('checking', 'waiting')) = (decided_at is null)),
  check ((state = 'checking') = (check_at is not null)),
  check ((rollout = 'staged') = (rollout_stages is not null)
    and (rollout = 'staged') = (rollout_hours is not null))
);
comment on table submissions is
  'What partners submit: a release, a listing, or both. A row does not change; corrections are '
  'submitted anew.';
comment on column submissions.version is 'Of the release; null for a listing alone.';
comment on column submissions.listing is
  'The listing as it was then: checked with the release, and published on approval when '
  'with_listing is set.';
comment on column submissions.quarantined is
  'PKG-7: the package contains what nobody else may get.';
comment on column submissions.check_at is
  'When to start the checks, or to restart them when the worker died.';
comment on column submissions.waiting_at is 'Since when it waits for a reviewer.';
comment on column submissions.looked_at is
  'Checks that could not run and that the reviewer did by hand.';
comment on column submissions.rollout is
  'How the release is to be offered; auto leaves it to the market''s rule.';
create index submissions_checks on submissions (check_at) where state = 'checking';
create index submissions_decided on submissions (decided_at desc)
  where state in ('approved', 'rejected');
create index submissions_item on submissions (item_id, submitted_at desc, id desc);
-- One at a time per item: another one needs this one withdrawn.
create unique index submissions_open on submissions (item_id)
  where state in ('checking', 'waiting');
create index submissions_queue on submissions (waiting_at, id) where state = 'waiting';

create table submission_checks (
  submission_id text not null references submissions on delete cascade,
  rule text not null,
  position smallint not null,
  severity text not null check (severity in ('reject', 'quarantine')),
  verdict text not null check (verdict in ('passed', 'failed', 'could_not_run')),
  findings jsonb not null default '[]',
  reason text,
  checked_at timestamptz not null,
  primary key (submission_id, rule)
);
comment on table submission_checks is 'Result of each rule (PKG-5).';
comment on column submission_checks.reason is 'Why it could not run, for engineers.';

create table scratch_turns (
  platform_id integer primary key references platforms,
  submission_id text not null,
  ends_at timestamptz not null
);
comment on table scratch_turns is
  'One submission at a time on each platform''s scratch store: two items on one store would be '
  'confused.';

create table submission_pictures (
  submission_id text not null references submissions on delete cascade,
  moment text not null check (moment in ('before', 'after')),
  bytes bytea not null check (octet_length(bytes) <= 4194304),
  taken_at timestamptz not null,
  primary key (submission_id, moment)
);
comment on table submission_pictures is
  'Screenshots of the scratch store before the install and with the item on it.';

create table submission_files (
  submission_id text primary key references submissions on delete cascade,
  compared_with text not null,
  files jsonb not null
);
comment on table submission_files is
  'Its files compared with those of the release published then: comparing takes its own process, '
  'and the reviewer''s page does not wait for it.';
comment on column submission_files.compared_with is 'The published package; empty: there was none.';

create table statements (
  id text primary key check (id ~ '^sta_[0-9a-z]{20}$'),
  about text not null check (about in ('item', 'release', 'submission', 'review')),
  object_id text not null check (length(object_id) between 1 and 60),
  object_name text not null check (length(object_name) between 1 and 200),
  partner_id text references partners,
  store_id text references stores,
  decision text not null check (decision in ('rejected', 'changes_requested', 'unpublished',
    'halted', 'yanked', 'stopped', 'text_erased')),
  grounds text not null check (grounds in ('contract', 'law')),
  rule text not null check (length(rule) between 1 and 300),
  facts text not null check (length(facts) between 1 and 4000),
  cause text not null check (cause in ('own', 'report', 'order')),
  automated text not null check (automated in ('no', 'found', 'decided')),
  decided_by text references people,
  decided_at timestamptz not null,
  ends_at timestamptz,
  appeal_until timestamptz not null,
  reversed_at timestamptz,
  check (appeal_until > decided_at),
  check ((partner_id is null) <> (store_id is null))
);
comment on table statements is
  'Why the market decided against an item, release, submission or review: one row per decision, '
  'as mailed. A row does not change; the appeal and its answer are in statement_appeals.';
comment on column statements.object_name is 'Its name then, for readers when the row is gone.';
comment on column statements.partner_id is
  'Whom it is addressed to: a partner''s owners, or the store of a review.';
comment on column statements.cause is 'Our own review, somebody''s report, an authority''s order.';
comment on column statements.automated is 'Whether software found it, or also decided.';
comment on column statements.decided_by is 'Null: by the market''s own rules, without a person.';
comment on column statements.ends_at is 'Null: until it is reversed.';
comment on column statements.reversed_at is
  'No longer in force: by an appeal, or by the market itself.';
create index statements_newest on statements (decided_at desc, id desc);
create index statements_object on statements (object_id, decided_at desc);
create index statements_partner on statements (partner_id, decided_at desc, id desc)
  where partner_id is not null;
create index statements_store on statements (store_id, decided_at desc, id desc)
  where store_id is not null;

create table statement_appeals (
  statement_id text primary key references statements,
  text text not null check (length(text) between 1 and 4000),
  appealed_by text references people,
  appealed_at timestamptz not null,
  outcome text check (outcome in ('upheld', 'reversed')),
  reasons text check (length(reasons) between 1 and 4000),
  answered_by text references people,
  answered_at timestamptz,
  check ((outcome is null) = (reasons is null) and (outcome is null) = (answered_by is null)
    and (outcome is null) = (answered_at is null))
);
comment on table statement_appeals is 'Appeals, one per statement.';
comment on column statement_appeals.appealed_by is
  'Null: the owner of a store, who has no account here.';
create index statement_appeals_open on statement_appeals (appealed_at, statement_id)
  where outcome is null;

create table platform_notices (
  platform_id integer not null references platforms on delete cascade,
  version text not null check (length(version) between 5 and 60),
  partner_id text not null references partners on delete cascade,
  told_at timestamptz not null,
  told_by text not null references people,
  primary key (platform_id, version, partner_id)
);
comment on table platform_notices is
  'Partners that were told that releases of theirs will not work with a platform''s coming '
  'version: once per version.';

create table item_standings (
  platform_id smallint not null,
  item_id text not null references items on delete cascade,
  releases json not null,
  partner_id text not null references partners,
  alike text not null,
  primary key (platform_id, item_id)
);
comment on table item_standings is
  'On how many stores each release of an item is: a report on a platform''s coming version reads '
  'a whole market at once. Changed items are noted in item_standings_due and counted again from '
  'the source tables, so repetition and delay do no harm. Readers count noted items themselves.';
comment on column item_standings.releases is
  'Newest first: id, version, stores of the first and of the second storefront generation that '
  'have it.';
comment on column item_standings.alike is
  'Items with the same value are judged once. Of each release, newest first, as JSON: range of '
  'the platform''s versions, whether it works with the second generation, whether it is offered '
  'to everybody, whether it is a prerelease; then, separated by spaces, the stores of both '
  'generations: [["*", true, true, false]] 3.0';
create index item_standings_partner on item_standings (partner_id);

create table item_standings_due (
  id bigint generated always as identity primary key,
  item_id text not null
);
comment on table item_standings_due is
  'Items to be counted again. Writers only insert, so that nobody waits; the job deletes.';
create index item_standings_due_item on item_standings_due (item_id);

-- References of tables above and of modules before to tables of this one.
alter table partner_members add foreign key (partner_id) references partners;
alter table partner_tokens add foreign key (partner_id) references partners;
alter table invitations add foreign key (partner_id) references partners;
alter table audit_log add foreign key (partner_id) references partners;
alter table contact_messages add foreign key (partner_id) references partners;
alter table contact_answers add foreign key (partner_id) references partners;
alter table items add foreign key (partner_id) references partners;
alter table coupons add foreign key (partner_id) references partners;

-- A partner's name is on the cards of its items.
create function note_partner() returns trigger language plpgsql as $$
begin
  insert into item_changes select i.id, i.market, true from items i
    join new_rows n on n.id = i.partner_id join old_rows o on o.id = n.id
  where n is distinct from o;
  perform ask_for_shelving();
  return null;
end $$;
create trigger note_updated
  after update on partners referencing old table as old_rows new table as new_rows
  for each statement execute function note_partner();

-- Every partner has a profile, whoever created it.
create function begin_profile() returns trigger language plpgsql as $$
begin
  insert into partner_profiles (partner_id) select id from new_rows on conflict do nothing;
  return null;
end $$;
create trigger begin_profile
  after insert on partners referencing new table as new_rows
  for each statement execute function begin_profile();

-- Counts from the source tables.
create function standings_of(items text[]) returns table (platform_id smallint, item_id text,
  releases json, partner_id text, alike text) language sql stable as $$
  with counted as (
    select stores.platform_id, has.item_id, has.release_id,
      count(*) filter (where not is_os2) as on_first, count(*) filter (where is_os2) as on_second
    from installations has join stores on stores.id = has.store_id where has.item_id = any(items)
      and has.state <> 'uninstalled' group by 1, 2, 3
  ), known as (
    select id, releases.item_id, version, version_order,
      manifest -> 'compatibility' -> 'platforms' as ranges,
      manifest -> 'os2' is distinct from 'false'::jsonb as os2,
      status = 'published' and package_sha256 is not null and share = 10000 as offered
    from releases where releases.item_id = any(items)
  )
  select here.platform_id, here.item_id, json_agg(json_build_array(known.id, version,
    coalesce(on_first, 0), coalesce(on_second, 0)) order by version_order desc, known.id),
    of.partner_id,
    json_agg(json_build_array(ranges ->> here.platform_id::text, os2, offered,
      position('-' in version) > 0) order by version_order desc, known.id)::text || ' ' ||
    string_agg(coalesce(on_first, 0) || '.' || coalesce(on_second, 0), ' '
      order by version_order desc, known.id)
  from (select distinct counted.platform_id, counted.item_id from counted) as here
    join known on known.item_id = here.item_id join items of on of.id = here.item_id
    left join counted on counted.platform_id = here.platform_id and counted.release_id = known.id
  where offered or counted.release_id is not null group by here.platform_id, here.item_id,
    of.partner_id
$$;

-- Notes the item whose installations or releases changed.
create function note_standing() returns trigger language plpgsql as $$
begin
  insert into item_standings_due (item_id) select distinct item
    from unnest(array[case when tg_op <> 'INSERT' then old.item_id end, case
    when tg_op <> 'DELETE' then new.item_id end]) as item where item is not null;
  return null;
end $$;
create trigger note_standing
  after insert or delete on installations for each row execute function note_standing();
create trigger note_changed_standing
  after update of state, release_id, item_id, store_id on installations for each row
  when ((old.state = 'uninstalled', old.release_id, old.item_id,
    old.store_id) is distinct from (new.state = 'uninstalled', new.release_id, new.item_id,
    new.store_id)) execute function note_standing();
create trigger note_standing
  after insert or delete on releases for each row execute function note_standing();
create trigger note_changed_standing
  after update of version, version_order, status, package_sha256, share, manifest on releases
  for each row
  when ((old.version, old.version_order, old.status, old.package_sha256, old.share,
    old.manifest) is distinct from (new.version, new.version_order, new.status, new.package_sha256,
    new.share, new.manifest)) execute function note_standing();

-- Notes all items of a store whose platform or storefront generation changed.
create function note_standings_of_store() returns trigger language plpgsql as $$
begin
  -- A concurrent insert of an installation holds this row until it commits: wait for it, so that
  -- the next statement sees it.
  perform from stores where id = new.id for update;
  insert into item_standings_due (item_id) select distinct item_id from installations
    where store_id = new.id and state <> 'uninstalled';
  return null;
end $$;
create trigger note_standings
  after update of platform_id, is_os2 on stores for each row
  when ((old.platform_id, old.is_os2) is distinct from (new.platform_id, new.is_os2))
    execute function note_standings_of_store();

-- Notes the item that changed its partner.
create function note_item_standing() returns trigger language plpgsql as $$
begin
  insert into item_standings_due (item_id) values (new.id);
  return null;
end $$;
create trigger note_changed_standing
  after update of partner_id on items for each row
  when (old.partner_id is distinct from new.partner_id) execute function note_item_standing();
