<?php
/**
 * When the owner deletes the plugin: everything that it ever wrote goes.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/protocol/load.php';
require_once __DIR__ . '/site/storage.php';

forget();
