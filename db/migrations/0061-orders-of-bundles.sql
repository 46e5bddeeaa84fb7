-- An order may sell the items of a bundle (docs/decisions/0067).

alter table order_lines drop constraint order_lines_one;
alter table orders
  add column bundle_id text,
  drop constraint orders_discount_by_coupon,
  add constraint orders_discount_by_coupon
    check (discount_minor = 0 or coupon_id is not null or bundle_id is not null),
  add constraint orders_coupon_or_bundle check (num_nonnulls(coupon_id, bundle_id) < 2);
comment on column orders.bundle_id is
  'As which bundle its lines were sold. It may be gone: the order keeps what it was sold as.';

-- Items of one order may be taxed at different rates.
create table invoice_taxes (
  invoice_id text not null references invoices,
  tax_rate_bp integer not null check (tax_rate_bp >= 0),
  net_minor bigint not null check (net_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  primary key (invoice_id, tax_rate_bp)
);
comment on table invoice_taxes is 'Parts of the amounts of a document, by tax rate.';
insert into invoice_taxes (invoice_id, tax_rate_bp, net_minor, tax_minor)
select id, tax_rate_bp, net_minor, tax_minor from invoices;
alter table invoices drop column tax_rate_bp;
