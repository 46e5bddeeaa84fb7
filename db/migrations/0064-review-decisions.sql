-- What a reviewer ticked, who looked a second time, and reasons in each language that the partner's
-- people read (docs/decisions/0076).

alter table submissions
  add column checked text[] not null default '{}',
  add column reason_codes text[] not null default '{}',
  add column reasons_in jsonb not null default '{}',
  add column second_by text references people,
  add column second_at timestamptz,
  add column alone_reason text check (length(alone_reason) between 20 and 1000),
  add constraint submissions_second_whole check ((second_by is null) = (second_at is null)),
  add constraint submissions_second_differs check (second_by <> decided_by);
comment on column submissions.checked is 'Points of the checklist, ticked at the approval.';
comment on column submissions.reason_codes is 'Ready reasons of the rejection.';
comment on column submissions.reasons_in is 'The reasons of the rejection by language.';
comment on column submissions.second_by is
  'Who has agreed to its new risky permissions besides the reviewer who decides.';
comment on column submissions.alone_reason is
  'Why an admin approved new risky permissions in a market with no other reviewer.';

-- Reasons written in each language that the partner's people read (docs/decisions/0076).

alter table statements add column facts_in jsonb not null default '{}';
comment on column statements.facts_in is
  'The facts by language; whoever reads another language reads the column facts.';
