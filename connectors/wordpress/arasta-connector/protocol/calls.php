<?php
namespace Arasta\Connector;

/** A body has at most 1 MiB. */
const MOST_BYTES = 1048576;

/** Answers one call of the connector: array( status, value ). Nothing is thrown. */
function answer_call( Host $host, Call $call ): array {
	try {
		if ( strlen( $call->body ) > MOST_BYTES ) {
			throw new Refusal( 413, 'too_large', 'a body has at most 1 MiB' );
		}
		return array( 200, carry_out( $host, $call, require_caller( $host, $call ) ) );
	} catch ( Refusal $refusal ) {
		return array( $refusal->status, array( 'error' => $refusal->error, 'message' => $refusal->getMessage() ) );
	}
}

function carry_out( Host $host, Call $call, string $caller ): array {
	$parts = explode( '/', trim( $call->path, '/' ) );
	if ( array( 'credentials' ) === $parts && 'POST' === $call->method ) {
		return trade( $host, read_object( $call->body ), $caller );
	}
	if ( array( 'languages' ) === $parts && 'GET' === $call->method ) {
		if ( 'store' === $caller ) {
			require_open( $host );
		}
		return array( 'data' => $host->platform_languages() );
	}
	if ( 'stores' !== $parts[0] || count( $parts ) < 2 ) {
		throw new Refusal( 404, 'unknown_call', 'no such call' );
	}
	if ( 'store' !== $caller || rawurldecode( $parts[1] ) !== $host->store_id() ) {
		throw new Refusal( 403, 'other_store', 'this key does not open this store' );
	}
	if ( 2 === count( $parts ) && 'GET' === $call->method ) {
		return $host->store_facts();
	}
	if ( 2 === count( $parts ) && 'DELETE' === $call->method ) {
		$host->leave();
		// A copy of a site gives up the id of the original, too.
		if ( '' !== $call->body && true === ( read_object( $call->body )->copy ?? null ) ) {
			$host->renew_id();
		}
		return array( 'left' => true );
	}
	require_open( $host );
	if ( 2 === count( $parts ) ) {
		throw new Refusal( 404, 'unknown_call', 'no such call' );
	}
	return of_store( $host, $call, $parts );
}

/** The calls below `/stores/{store}`. */
function of_store( Host $host, Call $call, array $parts ): array {
	$name = $parts[3] ?? '';
	// Seconds, as the caller signed them.
	$asked_at = (int) $call->header( 'arasta-timestamp' );
	$is       = $call->method . ' ' . implode( '/', array( $parts[2] ) + array( 1 => isset( $parts[3] ) ? ':' : '' ) ) . ( isset( $parts[4] ) ? "/{$parts[4]}" : '' );
	if ( ( 'effects' === $parts[2] && ! preg_match( EFFECT_FORM, $name ) ) || ( 'packages' === $parts[2] && ! preg_match( HASH_FORM, $name ) ) ) {
		throw bad_request( 'the id is not of the form' );
	}
	switch ( count( $parts ) > 5 ? '' : $is ) {
		case 'GET languages/':
			return array( 'data' => $host->store_languages() );
		case 'GET customer-groups/':
			return array( 'data' => $host->customer_groups() );
		case 'GET state/':
			return state_of( $host );
		case 'PUT packages/:':
			return keep_package( $host, $name, read_offer( read_object( $call->body ) ), true );
		case 'PUT effects/:':
			return put_effect( $host, $name, read_effect( read_object( $call->body ) ), $asked_at );
		case 'GET effects/:':
			return show_effect( $host, $name );
		case 'DELETE effects/:':
			return remove_effect( $host, $name, $asked_at );
		case 'POST effects/:/secret':
			throw new Refusal( 404, 'unknown_effect', 'this site has no web-service users' );
		case 'POST previews/':
			return start_preview( $host, read_object( $call->body ) );
		default:
			throw new Refusal( 404, 'unknown_call', 'no such call' );
	}
}

function require_open( Host $host ): void {
	if ( 'active' !== $host->store_facts()['status'] ) {
		throw new Refusal( 410, 'store_closed', 'the store is closed' );
	}
}

/** `POST /credentials`: the same handle gives the same credential. */
function trade( Host $host, object $body, string $caller ): array {
	$token = text_of( $body, 'store_token' );
	if ( 'client' !== $caller ) {
		throw new Refusal( 403, 'other_store', 'this call takes the platform client key' );
	}
	if ( ! hash_equals( $host->store_token(), $token ) ) {
		throw new Refusal( 404, 'unknown_store_token', 'no store has this token' );
	}
	require_open( $host );
	foreach ( $host->keys() as $id => $key ) {
		if ( 'store' === $key['kind'] ) {
			return array( 'store_id' => $host->store_id(), 'key_id' => (string) $id, 'secret' => $key['secret'] );
		}
	}
	throw new Refusal( 404, 'unknown_store_token', 'no store has this token' );
}

/** `POST /stores/{store}/previews` (section 6): fetches the packages, and keeps the layers beside the store for a while. */
function start_preview( Host $host, object $body ): array {
	if ( ! is_array( $body->packages ?? null ) || count( $body->packages ) < 1 || count( $body->packages ) > 5 || ! is_array( $body->effects ?? null ) || count( $body->effects ) > 50 ) {
		throw bad_request( 'packages or effects are not of the form' );
	}
	$hashes = array();
	foreach ( $body->packages as $offer ) {
		if ( ! is_object( $offer ) ) {
			throw bad_request( 'a package must be an object' );
		}
		$hash     = text_of( $offer, 'sha256', HASH_FORM );
		$hashes[] = keep_package( $host, $hash, read_offer( $offer ), false )['sha256'];
	}
	$packages = $host->read()['packages'];
	$layers   = array();
	foreach ( $body->effects as $at => $given ) {
		if ( ! is_object( $given ) ) {
			throw bad_request( 'an effect must be an object' );
		}
		$effect = read_effect( $given );
		if ( 'web_service_user' === $effect['kind'] || ! slot_fits( $host, $effect ) ) {
			continue;
		}
		if ( ! in_array( $effect['package'], $hashes, true ) ) {
			throw new Refusal( 409, 'package_missing', "no package {$effect['package']} came along" );
		}
		require_content( $effect, $packages[ $effect['package'] ] );
		$layers[] = array( 'effect_id' => "preview-$at", 'place' => $at ) + $effect;
	}
	$locale = isset( $body->locale ) ? text_of( $body, 'locale', '/^[a-z]{2}$/D' ) : null;
	return $host->keep_preview( array( 'layers' => $layers, 'alone' => true === ( $body->alone ?? false ), 'locale' => $locale ), 900 );
}
