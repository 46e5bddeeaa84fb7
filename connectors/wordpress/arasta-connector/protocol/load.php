<?php
/**
 * The Store Connector protocol, version 1. Nothing in this folder knows WordPress: what it needs is the interface `Host`.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

require_once __DIR__ . '/host.php';
require_once __DIR__ . '/refusal.php';
require_once __DIR__ . '/canonical-json.php';
require_once __DIR__ . '/signing.php';
require_once __DIR__ . '/forms.php';
require_once __DIR__ . '/chunks.php';
require_once __DIR__ . '/zip.php';
require_once __DIR__ . '/files.php';
require_once __DIR__ . '/packages.php';
require_once __DIR__ . '/effects.php';
require_once __DIR__ . '/state.php';
require_once __DIR__ . '/visits.php';
require_once __DIR__ . '/calls.php';
