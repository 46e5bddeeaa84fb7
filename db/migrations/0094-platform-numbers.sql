-- D26: platforms are rows; any positive number may be one.
alter table platforms drop constraint platforms_id_check;
alter table platforms add constraint platforms_id_check check (id > 0);
