<?php
namespace Arasta\Connector;

/** An answer that is not a success: `{ "error": code, "message" }` (section 2). */
class Refusal extends \Exception {
	public int $status;
	public string $error;

	public function __construct( int $status, string $error, string $message ) {
		parent::__construct( $message );
		$this->status = $status;
		$this->error  = $error;
	}
}
