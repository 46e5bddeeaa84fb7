-- A store's objection to a decision is answered by mail, too.
alter table owner_notices drop constraint owner_notices_kind_check, add constraint owner_notices_kind_check
  check (kind in ('update_failed', 'scripts_changed', 'item_stopped', 'item_lifted', 'review_down', 'appeal_answered'));
create index statements_store on statements (store_id, decided_at desc, id desc) where store_id is not null;
