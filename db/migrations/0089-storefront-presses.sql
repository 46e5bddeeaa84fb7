-- The same for forms of the storefront, where most people have no account: a press is the form's key, the operation, who sent it and what. Kept for a day.
create table form_presses (
  -- hash of all four
  id bytea primary key,
  -- null while the work is under way
  answer_sealed text,
  at timestamptz not null
);
create index form_presses_age on form_presses (at);
