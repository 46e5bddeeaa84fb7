-- The audit log is read newest first, by time. Its pages used to follow the id, so that a filter by
-- day read all newer rows.
drop index audit_log_actor, audit_log_at, audit_log_kind, audit_log_object, audit_log_partner;
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_kind on audit_log (kind, at desc, id desc);
create index audit_log_object on audit_log (object_id, at desc, id desc);
create index audit_log_partner on audit_log (partner_id, at desc, id desc) where partner_id is not null;
