-- A theme that was never live may be scheduled: it comes by a resume and steps back by a pause.
alter table installation_runs drop constraint installation_runs_check;
alter table installation_runs add constraint installation_runs_purpose_of_kind check (purpose is null
  or kind = 'update' or (purpose = 'live_theme' and kind in ('resume', 'pause')));

alter table theme_schedules add column from_draft boolean not null default false;
comment on column theme_schedules.from_draft is
  'The theme came as a draft, which has no place among the layers: it is a draft again afterwards.';
