<?php
/**
 * Settings, Arasta: whom the site is connected to, what stands on it, and a button that ends it.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

function register_admin(): void {
	add_action(
		'admin_menu',
		function () {
			add_options_page( 'Arasta', 'Arasta', 'manage_options', 'arasta-connector', __NAMESPACE__ . '\\show_settings' );
		}
	);
	add_action( 'admin_post_arasta_disconnect', __NAMESPACE__ . '\\disconnect_by_hand' );
	add_action(
		'load-themes.php',
		function () {
			$layer = theme_layer();
			if ( null !== $layer ) {
				add_action(
					'admin_notices',
					function () use ( $layer ) {
						/* translators: %s: name of a theme. */
						echo '<div class="notice notice-info"><p>' . esc_html( sprintf( __( 'The theme “%s” of your Arasta market is shown. Your own choice here comes back when it is taken off there.', 'arasta-connector' ), $layer['prefix'] ) ) . '</p></div>';
					}
				);
			}
		}
	);
}

function show_settings(): void {
	$market = key_field( 'market' );
	echo '<div class="wrap"><h1>Arasta</h1>';
	if ( ! $market ) {
		echo '<p>' . esc_html__( 'This site is not connected. Open your Arasta market, choose “Connect your site” and enter the address of this site.', 'arasta-connector' ) . '</p></div>';
		return;
	}
	/* translators: %s: address of the market. */
	echo '<p>' . esc_html( sprintf( __( 'Connected to %s.', 'arasta-connector' ), $market ) ) . '</p>';
	$effects = stored_data()['effects'];
	echo '<h2>' . esc_html__( 'On this site', 'arasta-connector' ) . '</h2>';
	if ( ! $effects ) {
		echo '<p>' . esc_html__( 'Nothing.', 'arasta-connector' ) . '</p>';
	}
	echo '<ul>';
	foreach ( $effects as $effect ) {
		echo '<li>' . esc_html( "{$effect['prefix']} {$effect['version']}: {$effect['slot']}" ) . '</li>';
	}
	echo '</ul><form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="arasta_disconnect">';
	wp_nonce_field( 'arasta_disconnect' );
	submit_button( __( 'Take everything off and disconnect', 'arasta-connector' ), 'delete' );
	echo '</form></div>';
}

function disconnect_by_hand(): void {
	check_admin_referer( 'arasta_disconnect' );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( '', '', 403 );
	}
	disconnect();
	wp_safe_redirect( admin_url( 'options-general.php?page=arasta-connector' ) );
	exit;
}
