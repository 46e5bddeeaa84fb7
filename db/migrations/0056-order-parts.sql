-- "Lines" are what an order sells (order_lines); a subscription's price consists of parts.
alter table orders rename column lines to parts;
comment on column orders.parts is
  'What the list price of a subscription''s order consists of: [{ kind, from, until, quantity, amount_minor }].';
