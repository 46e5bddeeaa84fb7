<?php
/**
 * The market's measuring script (section 7 of the protocol), as it was read and approved.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

const VISITS_FILE      = 'loader/visits-1.0.0.js';
const VISITS_INTEGRITY = 'sha384-imomPakT27Nvz8Ey2XgkkTRIUMt1M7oShKo35pg8DR+50OQdl5aQ0sKBbm8iuplm';

/** The line for the head of a page; nothing while the store has no layers, and on pages of an order. */
function visits_script( array $data, string $page, string $installer, string $nonce ): string {
	if ( ! $data['effects'] || 0 === strpos( $page, 'order-' ) ) {
		return '';
	}
	return '<script src="' . htmlspecialchars( "$installer/" . VISITS_FILE, ENT_QUOTES ) . '" integrity="' . VISITS_INTEGRITY .
		'" crossorigin="anonymous"' . ( '' === $nonce ? '' : ' nonce="' . htmlspecialchars( $nonce, ENT_QUOTES ) . '"' ) . " defer></script>\n";
}
