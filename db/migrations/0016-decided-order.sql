-- The list of decided submissions is ordered by id where the time is the same.
drop index submissions_decided;
create index submissions_decided on submissions (decided_at desc, id desc)
  where state in ('approved', 'rejected');
