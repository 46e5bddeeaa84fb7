-- What operators list, paged by key.
create index orders_newest on orders (created_at desc, id desc);
create index orders_item on orders (item_id, created_at desc, id desc);
create index coupons_newest on coupons (created_at desc, id desc);
create index ledger_differences_newest on ledger_differences (found_at desc, id desc);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index newsletter_subscribers_newest on newsletter_subscribers (created_at desc, id desc);
create index reviews_all_newest on reviews (created_at desc, id desc);

-- Taken down by the operator: nobody is shown its words, and they can come back. (`erased_at`: the words are gone for good.)
alter table reviews add column hidden_at timestamptz;
create index reviews_hidden on reviews (hidden_at desc) where hidden_at is not null;
