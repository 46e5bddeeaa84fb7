-- A banner leads out of the market only with a permission of its own (S4.3, D19), and browsers read `/\` as `//`.
alter table banners add column external boolean not null default false;
update banners set external = true where target like 'https:%';
alter table banners drop constraint banners_target_check;
alter table banners add constraint banners_target_check check (
  case when external then target ~ '^https://[^/?#\\\s]' else target ~ '^/([^/\\]|$)' and target !~ '[\\\s]' end);

-- Whoever migrates and goes on in the same session (a first start) has this temporary table from migration 0005's function, without the
-- columns that 0008's fills.
drop table if exists pg_temp.shelving;
