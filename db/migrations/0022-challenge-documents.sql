-- A challenge that is a document instead of an address (iyzico): sealed, shown once, gone when used or when the attempt is anywhere else.
alter table payment_attempts add column challenge_sealed text;
-- What an authentic return of a passed challenge brought, for the call that asks for the money: sealed, gone when the attempt has ended.
-- Empty text inside means "passed, and nothing to hand back".
alter table payment_attempts add column return_sealed text;
