-- As in migration 0008, without running over where an item counts some two thousand million installs or reviews.
create or replace function smart_terms(wanted text[]) returns table (number bigint, rating_value double precision, rating double precision,
  installs_value integer, installs double precision, recency_value double precision, recency double precision,
  quality_value double precision, quality double precision, verified_value boolean, verified double precision, smart real) language sql stable as $$
  select number, rated, w.rating * rated / 5, install_count, w.installs * least(1, ln(1 + install_count::bigint) / ln(1e6)), years, w.recency * years,
    listed, w.quality * listed, checked, w.verified * checked::integer,
    (w.rating * rated / 5 + w.installs * least(1, ln(1 + install_count::bigint) / ln(1e6)) + w.recency * years + w.verified * checked::integer + w.quality * listed)::real
  from (
    select i.number, i.install_count,
      ((coalesce(i.rating, 0) * i.review_count + 3.5 * 10) / (i.review_count::bigint + 10))::double precision as rated,
      (extract(epoch from coalesce(r.published_at, i.published_at, i.updated_at) - timestamptz '2020-01-01Z') / (365.25 * 86400))::double precision as years,
      (((i.icon is not null or i.swatches <> '{}')::integer + exists (select from item_pictures where item_id = i.id)::integer
        + (r.package_sha256 is not null)::integer
        + coalesce((select count(*) from item_texts where item_id = i.id), 0) / 3.0
        + least(1, (select max(length(array_to_string(description, ' '))) from item_texts where item_id = i.id) / 200.0)) / 5)::double precision as listed,
      p.verified_at is not null as checked
    from items i
    join partners p on p.id = i.partner_id
    left join releases r on r.id = i.latest_release_id
    where i.id = any (wanted)) facts
  cross join smart_weights w
$$;
