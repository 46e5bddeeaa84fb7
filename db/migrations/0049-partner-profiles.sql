-- What partners say of themselves, what of it was verified, and what people write to them. Name, site and words about a partner stand in `partners`,
-- for items show them; the rest stands beside.

alter table partner_profiles rename column contact_email to support_email;
alter table partner_profiles
  drop constraint partner_profiles_partner_id_fkey,
  add foreign key (partner_id) references partners on delete cascade,
  alter column domain_proof set default replace(gen_random_uuid()::text, '-', ''),
  add column support_url text check (length(support_url) <= 500),
  add column privacy_url text check (length(privacy_url) <= 500),
  -- a path below /pictures/
  add column logo text check (logo like '/pictures/%'),
  -- who sells, as a marketplace in Turkey has to show it to the buyer
  add column legal_name text check (length(legal_name) <= 200),
  add column legal_address text check (length(legal_address) <= 500),
  add column tax_office text check (length(tax_office) <= 80),
  add column tax_number text check (length(tax_number) <= 32),
  -- MERSİS in Turkey
  add column registry_number text check (length(registry_number) <= 40),
  -- KEP in Turkey
  add column registered_mail text check (length(registered_mail) <= 254),
  add column phone text check (length(phone) <= 32),
  -- counts every change; `changed` has the count at which each part last changed, so that whoever began from an older one is told
  add column revision integer not null default 0 check (revision >= 0),
  add column changed jsonb not null default '{}' check (jsonb_typeof(changed) = 'object'),
  add column changed_at timestamptz,
  add column changed_by text references people,
  add column domain_way text check (domain_way in ('dns', 'file')),
  -- when the job looked last, and since when it finds nothing
  add column domain_checked_at timestamptz,
  add column domain_missing_at timestamptz,
  add check ((proved_domain is null) = (domain_way is null)),
  add check (domain_missing_at is null or proved_domain is not null);
create index partner_profiles_due on partner_profiles (domain_checked_at) where proved_domain is not null;

-- Every partner has a profile, whoever took it on.
create function begin_profile() returns trigger language plpgsql as $$
begin
  insert into partner_profiles (partner_id) select id from new_rows on conflict do nothing;
  return null;
end $$;
create trigger begin_profile after insert on partners referencing new table as new_rows for each statement execute function begin_profile();
insert into partner_profiles (partner_id) select id from partners on conflict do nothing;

alter table partner_mail_checks
  drop constraint partner_mail_checks_partner_id_fkey,
  add foreign key (partner_id) references partners on delete cascade;
create index partner_mail_checks_ends on partner_mail_checks (expires_at);

-- A question to the developer of an item. Whoever asked may write again: what came later hangs on the first message.
alter table contact_messages
  add column partner_id text references partners,
  add column partner_state text check (partner_state in ('new', 'open', 'done')),
  add column thread_of text references contact_messages on delete cascade,
  -- of the newest message or answer of the thread
  add column last_at timestamptz,
  add column spam_at timestamptz,
  add column spam_by text references people,
  add check (partner_id is null or item_id is not null),
  add check ((partner_id is null) = (partner_state is null) and (partner_id is null) = (last_at is null)),
  add check (thread_of is null or partner_id is not null),
  add check (spam_at is null or partner_id is not null);
create index contact_messages_partner on contact_messages (partner_id, last_at desc, id desc) where partner_id is not null and thread_of is null;
create index contact_messages_unread on contact_messages (partner_id) where partner_state = 'new' and thread_of is null;
create index contact_messages_thread on contact_messages (thread_of, created_at) where thread_of is not null;
