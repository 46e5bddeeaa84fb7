<?php
namespace Arasta\Connector;

/** Clocks of those who ask may differ by so many seconds. */
const TURN_SLACK = 5;

function find_effect( array $data, string $id ): ?int {
	$at = array_search( $id, array_column( $data['effects'], 'effect_id' ), true );
	return false === $at ? null : $at;
}

function effect_answer( array $effect ): array {
	return array_intersect_key( $effect, array_flip( array( 'effect_id', 'kind', 'slot', 'sha256', 'revision', 'place' ) ) );
}

/** A call that was stuck on the way must not undo what was asked after it (section 3). */
function require_turn( array &$data, string $id, int $asked_at ): void {
	$last = $data['turns'][ $id ] ?? 0;
	if ( $asked_at + TURN_SLACK < $last ) {
		throw new Refusal( 409, 'overtaken', "effect $id was asked for again since" );
	}
	$data['turns'][ $id ] = max( $asked_at, $last );
}

/** `PUT /stores/{store}/effects/{effect_id}` */
function put_effect( Host $host, string $id, array $given, int $asked_at ): array {
	return $host->change(
		function ( array &$data ) use ( $host, $id, $given, $asked_at ): array {
			require_turn( $data, $id, $asked_at );
			$at = find_effect( $data, $id );
			if ( null !== $at && $data['effects'][ $at ]['body_sha256'] === $given['body_sha256'] ) {
				return effect_answer( $data['effects'][ $at ] );
			}
			if ( null !== $at ) {
				throw new Refusal( 409, 'effect_differs', "effect $id is there with another body" );
			}
			require_slot( $host, $given );
			if ( empty( $data['packages'][ $given['package'] ]['given'] ) ) {
				throw new Refusal( 409, 'package_missing', "the store has no package {$given['package']}" );
			}
			require_content( $given, $data['packages'][ $given['package'] ] );
			if ( null !== $given['replaces'] ) {
				require_turn( $data, $given['replaces'], $asked_at );
			}
			$place  = take_place( $data, $given );
			$effect = array( 'effect_id' => $id, 'revision' => ++$data['revision'], 'place' => $place ) + $given;
			unset( $effect['replaces'] );
			$data['effects'][] = $effect;
			usort(
				$data['effects'],
				function ( array $one, array $two ): int {
					return $one['place'] <=> $two['place'];
				}
			);
			$data['packages'][ $given['package'] ]['used_at'] = $host->now();
			return effect_answer( $effect );
		}
	);
}

/** Where a new effect stands: where the replaced one stood, where it stood before, or last. */
function take_place( array &$data, array $given ): int {
	$at = null === $given['replaces'] ? null : find_effect( $data, $given['replaces'] );
	if ( null !== $at ) {
		$former = $data['effects'][ $at ];
		if ( $former['kind'] !== $given['kind'] || $former['slot'] !== $given['slot'] || $former['prefix'] !== $given['prefix'] ) {
			throw new Refusal( 422, 'bad_effect', "effect {$given['replaces']} is of another kind, slot or item" );
		}
		array_splice( $data['effects'], $at, 1 );
		return $former['place'];
	}
	if ( null === $given['place'] ) {
		return ++$data['places'];
	}
	if ( $given['place'] > $data['places'] ) {
		throw new Refusal( 422, 'bad_effect', "place {$given['place']} was never given" );
	}
	if ( in_array( $given['place'], array_column( $data['effects'], 'place' ), true ) ) {
		throw new Refusal( 409, 'place_taken', "another layer stands at {$given['place']}" );
	}
	return $given['place'];
}

/** Is the slot there, and for effects of this kind? */
function slot_fits( Host $host, array $effect ): bool {
	if ( 'web_service_user' === $effect['kind'] ) {
		return "user:{$effect['prefix']}" === $effect['slot'];
	}
	return ( 'theme' === $effect['slot'] ) === ( 'theme' === $effect['kind'] ) && in_array( $effect['slot'], $host->slots(), true );
}

function require_slot( Host $host, array $effect ): void {
	if ( ! slot_fits( $host, $effect ) ) {
		throw new Refusal( 422, 'unsupported_slot', $host->why_unsupported( $effect['slot'] ) );
	}
}

/** Is the effect of the item that its package is of, and does the package have what it names? */
function require_content( array $effect, array $package ): void {
	if ( $package['prefix'] !== $effect['prefix'] || $package['version'] !== $effect['version'] ) {
		throw new Refusal( 422, 'bad_effect', 'the package is of another item or version' );
	}
	if ( 'web_service_user' === $effect['kind'] ) {
		throw new Refusal( 422, 'bad_effect', 'this site has no web-service users, so there is no scope to give' );
	}
	if ( 'theme' !== $effect['kind'] ) {
		return;
	}
	$content = json_decode( $effect['content'] );
	foreach ( array( $content->stylesheet, $content->stylesheet_rtl ?? $content->stylesheet ) as $file ) {
		if ( ! is_string( $file ) || '.css' !== substr( $file, -4 ) || ! in_array( $file, $package['files'], true ) ) {
			throw new Refusal( 422, 'bad_effect', 'the package has no such stylesheet' );
		}
	}
}

/** `GET /stores/{store}/effects/{effect_id}`: what stands there now. */
function show_effect( Host $host, string $id ): array {
	$data = $host->read();
	$at   = find_effect( $data, $id );
	if ( null === $at ) {
		throw new Refusal( 404, 'unknown_effect', "there is no effect $id" );
	}
	$effect = $data['effects'][ $at ];
	return effect_answer( $effect ) + array(
		'package' => $effect['package'],
		'item'    => array( 'prefix' => $effect['prefix'], 'version' => $effect['version'] ),
		'content' => json_decode( $effect['content'] ),
	);
}

/** `DELETE /stores/{store}/effects/{effect_id}`: what is not there is removed already. */
function remove_effect( Host $host, string $id, int $asked_at ): array {
	return $host->change(
		function ( array &$data ) use ( $host, $id, $asked_at ): array {
			require_turn( $data, $id, $asked_at );
			$at = find_effect( $data, $id );
			if ( null !== $at ) {
				$hash = $data['effects'][ $at ]['package'];
				if ( isset( $data['packages'][ $hash ] ) ) {
					$data['packages'][ $hash ]['used_at'] = $host->now();
				}
				array_splice( $data['effects'], $at, 1 );
				++$data['revision'];
			}
			return array( 'effect_id' => $id, 'removed' => null !== $at );
		}
	);
}
