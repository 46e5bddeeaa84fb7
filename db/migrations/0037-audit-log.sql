-- Every write of the console: who, when, what, before and after. Written by the operations' wrapper in the transaction of the change; what
-- stands here stands for ever.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id text not null references people,
  -- as what they acted: 'operator:admin', 'partner:owner', 'self'
  actor_role text not null,
  operation text not null,
  kind text not null,
  object_id text,
  partner_id text references partners,
  -- the changed fields alone; personal values as salted hashes (D23)
  before jsonb,
  after jsonb,
  request_id text not null
);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_kind on audit_log (kind, id desc);
create index audit_log_object on audit_log (object_id, id desc);
create index audit_log_partner on audit_log (partner_id, id desc) where partner_id is not null;
create index audit_log_at on audit_log (at desc);

create function audit_log_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stands before update or delete on audit_log for each row execute function audit_log_stands();
create trigger audit_log_stays before truncate on audit_log for each statement execute function audit_log_stands();

-- Lists of the console, paged by key.
create index stores_newest on stores (created_at desc, id desc);
create index stores_domain_begins on stores ((domain collate "C"));
create index items_partner_changed on items (partner_id, updated_at desc, id desc);
create index partners_newest on partners (created_at desc, id desc);
create index installations_stuck on installations (updated_at) where state = 'needs_action';
