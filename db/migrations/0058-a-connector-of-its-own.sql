-- Where a store's connector is, when each store of the platform has one of its own (WordPress); null: at the platform's address.
alter table store_credentials add column connector_url text;
