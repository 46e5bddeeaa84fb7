-- Module kernel. Rate limits and keys of submitted forms; sealing keys and loaders of the server.

create unlogged table limits (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);
comment on table limits is
  'How often something was done from one network address, session or mailbox, for the length of '
  'one window. Unlogged: losing it only resets the counts.';
comment on column limits.key is
  'Hash of what is limited and for whom: no address is stored in plain text (D23).';
create index limits_ends on limits (ends_at);

create table sealing_keys (
  id text primary key check (id ~ '^[a-z0-9-]{1,20}$'),
  check_value text not null,
  first_used_at timestamptz not null,
  emptied_at timestamptz
);
comment on table sealing_keys is
  'Ids of the keys that sealed values (D23). A key that stored values still need must stay '
  'configured.';
comment on column sealing_keys.check_value is
  'Sealed with the key itself, so that a different key under the same id is noticed at start.';
comment on column sealing_keys.emptied_at is
  'When a pass over all sealed columns found no value under this former key.';

create table console_presses (
  person_id text not null,
  key_hash bytea not null,
  operation text not null,
  input_hash bytea not null,
  answer_sealed text,
  at timestamptz not null,
  primary key (person_id, key_hash, operation)
);
comment on table console_presses is
  'A console form carries a key: repeating a submission returns the first answer and changes '
  'nothing. Kept for a day.';
comment on column console_presses.input_hash is
  'Of the submitted content: other content with the same key is refused.';
comment on column console_presses.answer_sealed is
  'Null only inside the transaction that does the work.';
create index console_presses_age on console_presses (at);

create table form_presses (
  id bytea primary key,
  answer_sealed text,
  at timestamptz not null
);
comment on table form_presses is
  'The same for storefront forms, where most people have no account. Kept for a day.';
comment on column form_presses.id is
  'Hash of the form''s key, the operation, who sent it and what.';
comment on column form_presses.answer_sealed is 'Null while the work is in progress.';
create index form_presses_age on form_presses (at);

create table loaded (
  name text primary key,
  fingerprint text not null,
  at timestamptz not null
);
comment on table loaded is
  'What a loader (demo catalog, import) applied last, so that an unchanged source is skipped.';

-- Trigger of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
