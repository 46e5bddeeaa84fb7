-- A reviewer has a submission tried on the scratch shop again (docs/decisions/0076).

create table submission_trials (
  submission_id text primary key references submissions on delete cascade,
  asked_at timestamptz not null,
  run_at timestamptz,
  tries smallint not null default 0,
  step text check (step in ('queue', 'install', 'open', 'pictures', 'uninstall', 'compare')),
  pages smallint,
  started_at timestamptz,
  ended_at timestamptz,
  check ((run_at is null) = (ended_at is not null)),
  check ((step is null) = (ended_at is not null))
);
comment on table submission_trials is
  'The last trial on the scratch store that a reviewer asked for; its verdicts are in '
  'submission_checks.';
comment on column submission_trials.run_at is
  'When to start it, or to start it anew when its worker died.';
comment on column submission_trials.step is 'What it does now.';
comment on column submission_trials.pages is 'How many pages of the store were opened.';
create index submission_trials_due on submission_trials (run_at) where run_at is not null;

alter table submission_pictures
  add column path text,
  drop constraint submission_pictures_moment_check,
  add constraint submission_pictures_moment_check
    check (moment in ('before', 'after', 'after_2', 'after_3'));
comment on column submission_pictures.path is 'The page; null where it was not kept.';
comment on table submission_pictures is
  'Screenshots of the scratch store: pages that the item changes, and the first of them without it.';
