-- A platform that says "not now, later" (429, 503 with Retry-After) has not failed: such tries are counted apart, and the run waits as long as it was asked to.
alter table installation_runs add column put_off integer not null default 0 check (put_off >= 0);
