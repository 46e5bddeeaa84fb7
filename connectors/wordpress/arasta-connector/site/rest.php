<?php
/**
 * The connector's address: `/wp-json/arasta/v1/connector`, or `/index.php?rest_route=/arasta/v1/connector` where permalinks are plain. Calls are answered before
 * WordPress's own REST server looks at them: the signature is over the bytes as they came, and errors have the protocol's form.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

const CONNECTOR_ROUTE = '/arasta/v1/connector';

function register_rest(): void {
	add_action( 'parse_request', __NAMESPACE__ . '\\answer_request', 1 );
}

function answer_request( \WP $wp ): void {
	$route = (string) ( $wp->query_vars['rest_route'] ?? '' );
	if ( 0 !== strpos( $route, CONNECTOR_ROUTE . '/' ) ) {
		return;
	}
	$headers = array();
	foreach ( array( 'arasta-key-id', 'arasta-timestamp', 'arasta-nonce', 'arasta-signature' ) as $name ) {
		$headers[ $name ] = (string) ( $_SERVER[ 'HTTP_' . strtoupper( strtr( $name, '-', '_' ) ) ] ?? '' );
	}
	$call                   = new Call( (string) $_SERVER['REQUEST_METHOD'], (string) $_SERVER['REQUEST_URI'], substr( $route, strlen( CONNECTOR_ROUTE ) ), (string) file_get_contents( 'php://input', false, null, 0, MOST_BYTES + 1 ), $headers );
	list( $status, $value ) = answer_call( new WordPress_Host(), $call );
	status_header( $status );
	header( 'Content-Type: application/json; charset=utf-8' );
	header( 'Cache-Control: no-store' );
	header( 'X-Robots-Tag: noindex' );
	echo json_encode( $value, JSON_PLAIN );
	exit;
}
