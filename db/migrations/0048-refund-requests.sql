-- Owners ask for money back on the page of an order; operators grant or decline.

create table refund_requests (
  order_id text primary key references orders,
  reason text not null check (reason in ('not_working', 'not_as_described', 'by_mistake',
    'charged_twice', 'other')),
  text text not null check (char_length(text) <= 2000),
  state text not null default 'open' check (state in ('open', 'granted', 'declined')),
  created_at timestamptz not null,
  answer text check (char_length(answer) <= 2000),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state = 'declined' or answer is null)
);
comment on table refund_requests is
  'A store asked for the money of an order back; once for each order. The audit log says who '
  'decided.';
comment on column refund_requests.text is 'Of the owner; emptied when the store is erased.';
comment on column refund_requests.answer is 'Why it was declined, for the owner.';
create index refund_requests_open on refund_requests (created_at) where state = 'open';
