-- A form carries a key: what its first press did is what every later press with the same key is told, and changes nothing. Kept for a day.
create table console_presses (
  person_id text not null references people on delete cascade,
  key_hash bytea not null,
  operation text not null,
  -- of what was sent: another content with the same key is refused
  input_hash bytea not null,
  -- null only inside the transaction that does the work
  answer_sealed text,
  at timestamptz not null,
  primary key (person_id, key_hash, operation)
);
create index console_presses_age on console_presses (at);
