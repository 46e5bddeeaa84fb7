import type pg from 'pg'

/**
 * Makes PostgreSQL believe that each table has a million rows. One row gives a table its first
 * page; from then on PostgreSQL trusts the rows per page that it has been told.
 */
export async function pretendLargeTables(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare one record; given text;
    begin
      for one in select conrelid::regclass as "table", conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f')
      loop
        execute format('alter table %s drop constraint %I', one."table", one.conname);
      end loop;
      for one in select oid, oid::regclass as "table" from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      loop
        -- What PostgreSQL counts by itself would undo this.
        execute format('alter table %s set (autovacuum_enabled = false)', one."table");
        execute format('alter table %s disable trigger user', one."table");
        execute format('truncate %s', one."table");
        select string_agg(format('%I', attname), ', ') || ') overriding system value values ('
          || string_agg(case
            when typcategory = 'A' then quote_literal('{}')
            when typname = 'jsonb' then quote_literal('{}')
            when typname in ('timestamptz', 'date') then quote_literal('2000-01-01')
            when typcategory = 'N' then '1'
            when typcategory = 'B' then 'true'
            else quote_literal('1') end, ', ')
          into given
          from pg_attribute join pg_type on pg_type.oid = atttypid
          where attrelid = one.oid and attnum > 0 and attnotnull and not attisdropped
            and attgenerated = '';
        execute format('insert into %s (%s)', one."table", given);
        perform pg_restore_relation_stats('schemaname', 'public',
          'relname', one."table"::text, 'relpages', 1, 'reltuples', 1000000::real);
        -- A value stands in ten rows, so that what an index has for it is little; a state or a
        -- kind stands in many.
        perform pg_restore_attribute_stats('schemaname', 'public', 'relname', one."table"::text,
          'attname', attname::text, 'inherited', false, 'avg_width', 16,
          'null_frac', (case when attnotnull then 0 else 0.5 end)::real,
          'n_distinct', (case when attname ~ '(^|_)(state|status|kind|market|gateway|currency)$'
            or atttypid in ('boolean'::regtype, 'smallint'::regtype) then 4 else -0.1 end)::real)
          from pg_attribute where attrelid = one.oid and attnum > 0 and not attisdropped;
      end loop;
    end $$`)
}
