<?php
namespace Arasta\Connector;

/** Seconds that a timestamp may be off, either way. */
const SIGNING_WINDOW = 300;

/** A call as it came: the bytes that were signed, and nothing tidied up. */
class Call {
	public string $method;
	/** Path with query, exactly as it stood in the request line. */
	public string $target;
	/** Below the connector's address, e.g. `/stores/7/state`. */
	public string $path;
	public string $body;
	/** Names in lower case. */
	public array $headers;

	public function __construct( string $method, string $target, string $path, string $body, array $headers ) {
		$this->method  = $method;
		$this->target  = $target;
		$this->path    = $path;
		$this->body    = $body;
		$this->headers = $headers;
	}

	public function header( string $name ): string {
		return (string) ( $this->headers[ $name ] ?? '' );
	}
}

/**
 * Who signed a call: 'client' or 'store' (section 2).
 *
 * @throws Refusal 401 for a wrong key, signature or time, and for a nonce that was used before.
 */
function require_caller( Host $host, Call $call ): string {
	$key_id    = $call->header( 'arasta-key-id' );
	$timestamp = $call->header( 'arasta-timestamp' );
	$nonce     = $call->header( 'arasta-nonce' );
	$known     = $host->keys()[ $key_id ] ?? null;
	// An unknown key takes the same way as a wrong signature, so that key ids cannot be told apart by time.
	$lines    = implode( "\n", array( 'v1', $call->method, $call->target, $timestamp, $nonce, hash( 'sha256', $call->body ) ) );
	$expected = 'v1=' . base64url( hash_hmac( 'sha256', $lines, $known['secret'] ?? random_bytes( 32 ), true ) );
	if ( ! hash_equals( $expected, $call->header( 'arasta-signature' ) ) || null === $known ) {
		throw new Refusal( 401, 'bad_signature', 'unknown key or wrong signature' );
	}
	if ( ! preg_match( '/^\d{1,12}$/D', $timestamp ) || abs( $host->now() - (int) $timestamp ) > SIGNING_WINDOW ) {
		throw new Refusal( 401, 'bad_signature', 'the timestamp is more than ' . SIGNING_WINDOW . ' seconds off' );
	}
	// Kept until its own timestamp is outside the window, so that it cannot come back within it.
	$is_new = preg_match( '/^[A-Za-z0-9_-]{16,200}$/D', $nonce ) && $host->remember_nonce( $key_id . ' ' . $nonce, (int) $timestamp + SIGNING_WINDOW + 1 );
	if ( ! $is_new ) {
		throw new Refusal( 401, 'bad_signature', 'the nonce is too short or was used already' );
	}
	return $known['kind'];
}
