-- Two more things that a shop may lack: an announcement bar and a choice of languages.

alter table shop_findings drop constraint shop_findings_kind_check,
  add constraint shop_findings_kind_check check (kind in ('consent', 'structured_data',
    'description', 'alt_texts', 'contact', 'reviews', 'sitemap', 'search', 'free_delivery',
    'delivery_day', 'picture_viewer', 'announcement', 'languages'));
