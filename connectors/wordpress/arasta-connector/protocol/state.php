<?php
namespace Arasta\Connector;

/** What a site starts with. */
const NOTHING_YET = array( 'revision' => 0, 'places' => 0, 'effects' => array(), 'turns' => array(), 'packages' => array(), 'keys' => array( 'list' => array(), 'at' => 0 ) );

/** In the order of their places. */
function layers_of( array $data, string $slot ): array {
	return array_values(
		array_filter(
			$data['effects'],
			function ( array $effect ) use ( $slot ): bool {
				return $effect['slot'] === $slot;
			}
		)
	);
}

/** The layers of a placement as a page shows them; `$fill` may replace names in a layer's markup. */
function placement_markup( array $layers, ?callable $fill = null ): string {
	$markup = '';
	foreach ( $layers as $layer ) {
		$html    = json_decode( $layer['content'] )->html;
		$markup .= "<!--arasta:{$layer['effect_id']}-->" . ( $fill ? $fill( $html, $layer ) : $html ) . "<!--/arasta:{$layer['effect_id']}-->";
	}
	return $markup;
}

/** What slot `theme` shows, as canonical JSON; the site's own theme is its own. */
function theme_shown( array $layers ): string {
	$last = end( $layers );
	return false === $last ? '"own"' : '{"content":' . $last['content'] . ',"package":' . json_encode( $last['package'] ) . '}';
}

/** `GET /stores/{store}/state` (section 5). */
function state_of( Host $host ): array {
	$data  = $host->read();
	$slots = array();
	foreach ( $host->slots() as $slot ) {
		$layers  = layers_of( $data, $slot );
		$show    = function ( array $layers ) use ( $slot ): string {
			return hash( 'sha256', 'theme' === $slot ? theme_shown( $layers ) : placement_markup( $layers ) );
		};
		$slots[] = array(
			'slot'        => $slot,
			'base_sha256' => $show( array() ),
			'sha256'      => $show( $layers ),
			'layers'      => array_map(
				function ( array $layer ): array {
					return array(
						'effect_id' => $layer['effect_id'],
						'kind'      => $layer['kind'],
						'sha256'    => $layer['sha256'],
						'place'     => $layer['place'],
						'item'      => array( 'prefix' => $layer['prefix'], 'version' => $layer['version'] ),
					);
				},
				$layers
			),
		);
	}
	$given = array();
	foreach ( $data['packages'] as $hash => $package ) {
		if ( $package['given'] ) {
			$given[] = (string) $hash;
		}
	}
	return array( 'revision' => $data['revision'], 'slots' => $slots, 'users' => array(), 'takes_users' => false, 'packages' => $given );
}
