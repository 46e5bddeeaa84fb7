<?php
/**
 * How a market comes by the site's keys: the owner approves an application password (WordPress's own page), and the market trades it here, once, for keys of the
 * Store Connector protocol. From then on the password is not needed, and the market gives it back.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

function register_connecting(): void {
	// A market sees what is here before anybody approves anything.
	add_filter(
		'rest_index',
		function ( \WP_REST_Response $response ): \WP_REST_Response {
			$response->set_data( $response->get_data() + array( 'arasta_connector' => array( 'version' => VERSION ) ) );
			return $response;
		}
	);
	add_action(
		'rest_api_init',
		function () {
			$may = function (): bool {
				return current_user_can( 'manage_options' ) && current_user_can( 'switch_themes' );
			};
			register_rest_route(
				'arasta/v1',
				'/connection',
				array(
					array(
						'methods'             => 'POST',
						'permission_callback' => $may,
						'callback'            => __NAMESPACE__ . '\\connect',
						'args'                => array(
							'installer' => array( 'type' => 'string', 'required' => true, 'format' => 'uri' ),
							'market'    => array( 'type' => 'string', 'required' => true, 'format' => 'uri' ),
						),
					),
					array( 'methods' => 'DELETE', 'permission_callback' => $may, 'callback' => __NAMESPACE__ . '\\disconnect' ),
				)
			);
		}
	);
}

/** Gives the market its keys; the same market gets the same ones again. Packages are taken from its installer only. */
function connect( \WP_REST_Request $request ): \WP_REST_Response {
	$installer = origin_of( (string) $request['installer'] );
	$market    = origin_of( (string) $request['market'] );
	$there     = get_option( KEYS_OPTION );
	if ( '' === $installer || '' === $market ) {
		return new \WP_REST_Response( array( 'error' => 'bad_request', 'message' => 'installer and market must be origins' ), 400 );
	}
	if ( isset( $there['keys'] ) && $there['installer'] !== $installer ) {
		return new \WP_REST_Response( array( 'error' => 'connected_elsewhere', 'message' => 'this site is connected to ' . $there['market'] . '; disconnect it there or in Settings, Arasta' ), 409 );
	}
	if ( ! isset( $there['keys'] ) ) {
		$there += array(
			'installer'   => $installer,
			'market'      => $market,
			'user_id'     => get_current_user_id(),
			'store_token' => base64url( random_bytes( 24 ) ),
			'keys'        => array(
				'client-' . bin2hex( random_bytes( 6 ) ) => array( 'kind' => 'client', 'secret' => base64url( random_bytes( 32 ) ) ),
				'store-' . bin2hex( random_bytes( 6 ) )  => array( 'kind' => 'store', 'secret' => base64url( random_bytes( 32 ) ) ),
			),
		);
		update_option( KEYS_OPTION, $there, false );
	}
	foreach ( $there['keys'] as $id => $key ) {
		if ( 'client' === $key['kind'] ) {
			return new \WP_REST_Response(
				array(
					'connector_url' => untrailingslashit( rest_url( CONNECTOR_ROUTE ) ),
					'store_id'      => $there['store_id'],
					'store_token'   => $there['store_token'],
					'client'        => array( 'id' => (string) $id, 'secret' => $key['secret'] ),
				)
			);
		}
	}
	return new \WP_REST_Response( array( 'error' => 'no_keys', 'message' => 'the keys are lost: disconnect and connect again' ), 500 );
}

/** Takes off what the market put, and forgets its keys. */
function disconnect(): \WP_REST_Response {
	( new WordPress_Host() )->leave();
	return new \WP_REST_Response( array( 'disconnected' => true ) );
}
