-- Notes of colleagues in the timelines of the console; documents of a partner.

create table notes (
  id text primary key check (id ~ '^not_[0-9a-z]{20}$'),
  subject_kind text not null check (subject_kind in ('store', 'item', 'installation')),
  subject_id text not null,
  person_id text not null references people,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
comment on table notes is 'What operators write for their colleagues beside what happened.';
comment on column notes.subject_id is 'Id of the store, item or installation.';
create index notes_subject on notes (subject_kind, subject_id, created_at desc, id desc);

-- Lists of documents go on where the page before ended.
drop index invoices_issued;
create index invoices_issued on invoices (issued_at desc, id desc);
create index earnings_entries_partner on earnings_entries (partner_id, at desc, id desc);
