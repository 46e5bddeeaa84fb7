-- Statements that read a whole table because nothing led to their rows.
create index installation_runs_installation on installation_runs (installation_id, turn desc);
create index orders_plan on orders (plan_id) where plan_id is not null;
create index orders_paid on orders (paid_at) where paid_at is not null;
create index payment_attempts_gateway_ref on payment_attempts (gateway_ref)
  where gateway_ref is not null;
create index saved_cards_all_of_store on saved_cards (store_id);
create index coupons_item on coupons (item_id, created_at desc) where item_id is not null;
create index item_standings_item on item_standings (item_id);
create index partner_tokens_creator on partner_tokens (created_by);
create index partners_name on partners (name);
create index picture_files_removing on picture_files (path) where state = 'removing';
create index sites_proof_due on sites (proof_asked_at) where disconnected_at is null;
create index contact_messages_new on contact_messages (created_at) where state = 'new'
  and partner_id is null;
create index contact_messages_operators on contact_messages (created_at desc, id desc)
  where partner_id is null or spam_at is not null;
create index contact_messages_state on contact_messages (state, created_at desc, id desc);
create index items_status on items (status, updated_at desc, id desc);
create index newsletter_subscribers_pending on newsletter_subscribers (updated_at)
  where state = 'pending';
create index ledger_differences_state on ledger_differences (state, found_at desc, id desc);
create index mails_failed on mails (ended_at) where state = 'failed';
