<?php
namespace Arasta\Connector;

/** Reading bodies by their form; everything that is not of it is 400 `bad_request`. */

function bad_request( string $what ): Refusal {
	return new Refusal( 400, 'bad_request', $what );
}

/** A JSON object. */
function read_object( string $body ): object {
	$value = json_decode( $body, false, 64 );
	if ( ! is_object( $value ) ) {
		throw bad_request( 'the body is not a JSON object' );
	}
	return $value;
}

/** A text field, of that pattern if there is one. */
function text_of( object $fields, string $name, string $pattern = '/^.{1,400}$/Ds' ): string {
	$value = $fields->$name ?? null;
	if ( ! is_string( $value ) || ! preg_match( $pattern, $value ) ) {
		throw bad_request( "$name is not of the form" );
	}
	return $value;
}

function object_of( object $fields, string $name ): object {
	$value = $fields->$name ?? null;
	if ( ! is_object( $value ) ) {
		throw bad_request( "$name must be an object" );
	}
	return $value;
}

function whole_of( object $fields, string $name, int $least, int $most ): int {
	$value = $fields->$name ?? null;
	if ( ! is_int( $value ) || $value < $least || $value > $most ) {
		throw bad_request( "$name must be a whole number from $least to $most" );
	}
	return $value;
}

const HASH_FORM    = '/^[0-9a-f]{64}$/D';
const PREFIX_FORM  = '/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/D';
const VERSION_FORM = '/^.{1,64}$/D';
const EFFECT_FORM  = '/^[A-Za-z0-9_-]{1,80}$/D';

/** An effect as it is sent (section 4): array with kind, slot, package, prefix, version, content, sha256, body_sha256, replaces, place. */
function read_effect( object $body ): array {
	$kind    = text_of( $body, 'kind', '/^(tracking_code|design_block|theme|web_service_user)$/D' );
	$item    = object_of( $body, 'item' );
	$content = object_of( $body, 'content' );
	if ( 'theme' === $kind ) {
		text_of( $content, 'stylesheet', '/^.{1,200}$/D' );
		object_of( $content, 'settings' );
	} elseif ( 'web_service_user' === $kind ) {
		text_of( $content, 'name', '/^.{1,100}$/Dsu' );
		if ( ! is_array( $content->scopes ?? null ) ) {
			throw bad_request( 'scopes must be a list' );
		}
	} elseif ( ! is_string( $content->html ?? null ) || strlen( $content->html ) > 512 * 1024 ) {
		throw bad_request( 'html must be a text of 512 kB at most' );
	}
	$effect = array(
		'kind'    => $kind,
		'slot'    => text_of( $body, 'slot', '/^.{1,100}$/D' ),
		'package' => text_of( $body, 'package', HASH_FORM ),
		'prefix'  => text_of( $item, 'prefix', PREFIX_FORM ),
		'version' => text_of( $item, 'version', VERSION_FORM ),
		'content' => canonical_json( $content ),
	);
	$effect['sha256']      = hash( 'sha256', $effect['content'] );
	$effect['body_sha256'] = hash( 'sha256', implode( "\n", $effect ) );
	$effect['replaces']    = isset( $body->replaces ) ? text_of( $body, 'replaces', EFFECT_FORM ) : null;
	$effect['place']       = isset( $body->place ) ? whole_of( $body, 'place', 1, PHP_INT_MAX ) : null;
	return $effect;
}

/** What a call says of a package (section 3). */
function read_offer( object $body ): array {
	$url = text_of( $body, 'url', '/^https?:\/\/.{1,1990}$/Di' );
	return array(
		'url'       => $url,
		'size'      => whole_of( $body, 'size', 1, 512 * 1024 * 1024 ),
		'signature' => text_of( $body, 'signature', '/^[A-Za-z0-9_-]{86}$/D' ),
		'key_id'    => text_of( $body, 'key_id', '/^.{1,200}$/D' ),
		'prefix'    => text_of( $body, 'prefix', PREFIX_FORM ),
		'version'   => text_of( $body, 'version', VERSION_FORM ),
	);
}
