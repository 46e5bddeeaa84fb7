-- When an authenticator app was confirmed: recovery may take away a young one, which a thief may have added, but never the one that has long guarded the account.
alter table person_app_codes add column confirmed_at timestamptz;
