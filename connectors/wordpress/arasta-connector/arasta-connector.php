<?php
/**
 * Plugin Name:       Arasta Connector
 * Description:       Lets an Arasta market put apps and themes on this site, and take them off again without a trace. Speaks the Store Connector protocol.
 * Version:           1.4.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            Arasta
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       arasta-connector
 *
 * Arasta Connector is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the
 * Free Software Foundation, either version 2 of the License, or (at your option) any later version. It comes without any warranty.
 *
 * How it is built: `protocol/` is the Store Connector protocol (docs/protocols/store-connector.md of Arasta) and knows nothing of WordPress; `site/` is what
 * the protocol needs of WordPress: where things are kept, what pages show, how an owner connects. There is no build.
 */

namespace Arasta\Connector;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** As above; markets read it from the index of the REST interface. */
const VERSION = '1.4.0';

require_once __DIR__ . '/protocol/load.php';
require_once __DIR__ . '/site/storage.php';
require_once __DIR__ . '/site/wordpress-host.php';
require_once __DIR__ . '/site/pages.php';
require_once __DIR__ . '/site/theme.php';
require_once __DIR__ . '/site/previews.php';
require_once __DIR__ . '/site/rest.php';
require_once __DIR__ . '/site/connecting.php';
require_once __DIR__ . '/site/admin.php';

register_activation_hook( __FILE__, __NAMESPACE__ . '\\activate' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\deactivate' );

// Previews first: they decide what the rest shows, and must be there before WordPress reads a cookie.
begin_preview();
add_action( 'admin_init', __NAMESPACE__ . '\\replace_files' );
register_theme_filters();
register_pages();
register_rest();
register_connecting();
register_admin();
add_action( 'arasta_connector_tidy', __NAMESPACE__ . '\\tidy' );
