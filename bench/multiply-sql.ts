/**
 * Statements by which a generated market grows beyond what the product's own function derives: a
 * copy's shelves, words and cards are its template's with its own name, prices and ranks put in.
 * They come out as `shelve_items` would make them; `generate.test.ts` holds them to it.
 */

/** Tables that get a row or more for every item. Those whose indexes take longest come first. */
export const GROWING = [
  'item_words',
  'item_pictures',
  'shelf',
  'item_cards',
  'releases',
  'items',
  'item_texts',
  'plans',
  'item_categories',
  'known_words',
]

const listed = `array[${GROWING.map((table) => `'${table}'::regclass`).join(', ')}]::oid[]`

/** Foreign keys last, because they need the keys of others. */
export const CONSTRAINTS = `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition, contype = 'f' as foreign from pg_constraint
  where contype in ('f', 'p', 'u') and (conrelid = any (${listed}) or contype = 'f' and confrelid = any (${listed})) order by 1, 2`

export const INDEXES = `select indrelid::regclass::text as "table", indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid = any (${listed}) and not exists (select from pg_constraint where conindid = indexrelid) order by 1, 2`

/** What copies are made of, in tables that every session sees and that are gone at the end. */
export const KEEP_TEMPLATES = `
  create schema bench;
  create unlogged table bench.template as
    select w.number, w.shelves, w.words::text as words, w.heads::text as heads, w.names::text as names, w.titles,
      -- its own, without how new its last release is
      w.traits & (1 << 19) - 1 as traits,
      -- as smart_terms adds it up
      (((i.icon is not null or i.swatches <> '{}')::int + exists (select from item_pictures where item_id = i.id)::int + (r.package_sha256 is not null)::int
        + coalesce((select count(*) from item_texts where item_id = i.id), 0) / 3.0
        + least(1, (select max(length(array_to_string(description, ' '))) from item_texts where item_id = i.id) / 200.0)) / 5)::double precision as quality
    from item_words w join items i using (number) left join releases r on r.id = i.latest_release_id;
  alter table bench.template add primary key (number);
  create unlogged table bench.card as
    select number, c.locale, t.name, t.tagline, substr(card::text, position('"icon" : ' in card::text)) as rest
    from item_cards c join items i using (number) join item_texts t on t.item_id = i.id and t.locale = c.locale;
  alter table bench.card add primary key (number, locale);
  analyze bench.template, bench.card`

export const DROP_TEMPLATES = 'drop schema bench cascade'

/**
 * The words that only a template has, and its copy's instead: that of its name, which is joined
 * with the one before it, too, and that of its developer's.
 */
const ownWords = (
  words: string,
): string => `replace(replace(${words}, lower(template_brand) || '''', lower(brand) || ''''),
      quote_literal(pg_temp.coined(479999 - template_partner)), quote_literal(pg_temp.coined(479999 - partner)))::tsvector`

export const COPY_RANKING_AND_WORDS = `
  with copied as materialized (
    select made.*, shelves, words, heads, names, titles, template.traits | fresh_bits(published_at, d.today) as traits, kind = 'free' as free, floor(coalesce(made.rating, 0) * 2)::smallint as rating_band,
      (w.rating * ((coalesce(made.rating, 0) * reviews + 3.5 * 10) / (reviews + 10))::double precision / 5
        + w.installs * least(1, ln(1 + made.installs) / ln(1e6))
        + w.recency * (extract(epoch from published_at - timestamptz '2020-01-01Z') / (365.25 * 86400))::double precision
        + w.verified * (p.verified_at is not null)::int
        + w.quality * template.quality)::real as smart,
      shelf_price(price_minor, kind) as price
    from made join bench.template on template.number = made.template join partners p on p.id = 'par_bench_' || partner
    cross join smart_weights w cross join market_day d
  ), shelved as (
    insert into shelf (shelf, number, free, rating_band, smart, rating, reviews, price, installs, published_at, traits, currency)
    select one, n, free, rating_band, smart, coalesce(rating, 0), reviews, price, installs, published_at, traits, currency from copied cross join lateral unnest(shelves) as one
  )
  insert into item_words (number, market, shelves, free, rating_band, smart, rating, reviews, price, installs, published_at, words, heads, names, titles, traits, currency)
  select n, 'app', shelves, free, rating_band, smart, coalesce(rating, 0), reviews, price, installs, published_at, ${ownWords('words')}, ${ownWords('heads')}, ${ownWords('names')}, replace(titles, lower(template_brand) || ' |', lower(brand) || ' |'), traits, currency
  from copied order by n`

/**
 * The head is built as the product does, the rest (pictures, shelves, release) is the template's
 * under another name, with the day of its own release.
 */
export const COPY_CARDS = `
  insert into item_cards (number, locale, card)
  select n, card.locale, (rtrim(json_build_object(
      'id', made.id, 'market', 'app', 'slug', made.slug, 'prefix', made.slug, 'name', left(card.name, -length(template_brand)) || brand, 'tagline', card.tagline,
      'price_minor', made.price_minor, 'currency', made.currency, 'prices', null, 'price_kind', made.kind, 'price_period', made.period, 'in_app_purchase', made.in_app_purchase,
      'rating', made.rating, 'review_count', made.reviews, 'install_count', made.installs, 'developer', json_build_object('slug', p.slug, 'name', p.name))::text, '}')
    || '}, ' || replace(replace(regexp_replace(card.rest, '"released_at" : ("[^"]*"|null)', '"released_at" : ' || to_json(made.published_at)), template_slug, made.slug), template_brand, brand))::json
  from made join bench.card on card.number = template join partners p on p.id = 'par_bench_' || made.partner
  order by n`

export const COUNT_CATEGORIES = `
  truncate shelf_counts;
  insert into shelf_counts (shelf, free, rating_band, traits, n) select shelf, free, rating_band, traits, count(*) from shelf group by 1, 2, 3, 4 order by 1, 2, 3, 4`

/** Names of copies and their developers may be new. */
export const INSERT_KNOWN_WORDS = `
  insert into known_words
  select word from (
    select distinct lower(split_part(slug, '-', 1)) as word from items
    union select distinct lower(split_part(name, ' ', 1)) from partners where exists (select from items where partner_id = partners.id)
  ) said where not exists (select from known_words k where k.word = said.word)`
