-- One way to read the prices of a plan in other currencies, by currency; null without any.
create function other_prices(wanted_item text, wanted_position smallint) returns jsonb
  language sql stable as $$
  select jsonb_object_agg(currency, price_minor) from plan_prices
  where item_id = wanted_item and position = wanted_position
$$;

create or replace function listing_prices(wanted_item text) returns jsonb language sql stable as $$
  select other_prices(plans.item_id, plans.position)
  from plans join items on items.id = plans.item_id
  where plans.item_id = wanted_item and plans.kind = items.price_kind
    and plans.price_minor = items.price_minor
  order by plans.position limit 1
$$;
