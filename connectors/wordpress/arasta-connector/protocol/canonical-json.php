<?php
namespace Arasta\Connector;

const JSON_PLAIN = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS;

/** Keys sorted, no white space, UTF-8 (section 5). Objects are stdClass, as json_decode gives them, so that {} and [] stay apart. */
function canonical_json( $value ): string {
	if ( is_array( $value ) ) {
		return '[' . implode( ',', array_map( __NAMESPACE__ . '\\canonical_json', $value ) ) . ']';
	}
	if ( ! is_object( $value ) ) {
		return json_encode( $value, JSON_PLAIN );
	}
	$fields = get_object_vars( $value );
	ksort( $fields, SORT_STRING );
	$written = array();
	foreach ( $fields as $name => $held ) {
		$written[] = json_encode( (string) $name, JSON_PLAIN ) . ':' . canonical_json( $held );
	}
	return '{' . implode( ',', $written ) . '}';
}

function base64url( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}

/** The bytes; an empty text when it is no base64url without padding. */
function from_base64url( string $text ): string {
	if ( ! preg_match( '/^[A-Za-z0-9_-]*$/D', $text ) ) {
		return '';
	}
	$bytes = base64_decode( strtr( $text, '-_', '+/' ), true );
	return false === $bytes ? '' : $bytes;
}
