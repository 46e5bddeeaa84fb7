-- An owner may return a purchase within some days.
alter table market_settings
  add column return_days smallint not null default 14 check (return_days between 0 and 90);
comment on column market_settings.return_days is
  'Days in which a store may return a one-time purchase. 0: never.';
alter table orders add column returned_at timestamptz;
comment on column orders.returned_at is 'When the owner returned what was bought.';
