-- The console's inbox: what operators noted about something that waits
-- (docs/decisions/0074). What waits itself stays in the tables of its module.

create table inbox_marks (
  kind text not null check (kind in ('submission', 'appeal', 'report', 'picture', 'message',
    'refund', 'difference', 'payout', 'identity', 'installation', 'mail', 'job', 'key')),
  subject text not null check (length(subject) between 1 and 200),
  assigned_to text references people,
  snoozed_until timestamptz,
  done_at timestamptz,
  marked_at timestamptz not null,
  primary key (kind, subject),
  check (assigned_to is not null or snoozed_until is not null or done_at is not null)
);
comment on table inbox_marks is
  'Who works on something that waits, until when it is put off, and whether it is done. No row: nothing was noted.';
comment on column inbox_marks.subject is 'Id of what waits, in the table of its module.';
comment on column inbox_marks.done_at is
  'Taken out of the inbox by hand; what began to wait later is shown again.';
create index inbox_marks_done on inbox_marks (kind) where done_at is not null;
create index inbox_marks_marked on inbox_marks (marked_at);
create index inbox_marks_assigned on inbox_marks (assigned_to) where assigned_to is not null;
