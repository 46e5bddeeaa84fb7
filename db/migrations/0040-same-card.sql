-- What its gateway says of a card's number, so that a card that is kept twice is known to be one; null where the gateway says nothing, and for what was kept before it was asked.
alter table saved_cards add column fingerprint text check (length(fingerprint) between 1 and 120 and fingerprint !~ '[0-9]{12}');
