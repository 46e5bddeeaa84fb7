import type { Check } from './check.ts'
import { closedChecks } from './checks/closed.ts'
import { effectChecks } from './checks/effects.ts'
import { orderChecks } from './checks/order.ts'
import { packageChecks } from './checks/packages.ts'
import { pageChecks } from './checks/pages.ts'
import { previewChecks } from './checks/previews.ts'
import { readingChecks } from './checks/reading.ts'
import { signingChecks } from './checks/signing.ts'

/** All that the kit tries, in the order in which it tries it. */
export const CHECKS: readonly Check[] = [
  ...signingChecks,
  ...readingChecks,
  ...packageChecks,
  ...effectChecks,
  ...orderChecks,
  ...pageChecks,
  ...previewChecks,
  ...closedChecks,
]

/** What the document asks for and the kit cannot see, and why. Every other sentence has a check. */
export const UNSEEN: Record<string, string> = {
  's1-server': 'who made a launch token cannot be told from it',
  's1-store-token': 'how random a handle is cannot be told from one',
  's1-store-token-trade': 'is what Arasta does',
  's1-store-token-lasts':
    "revoking is the platform's own doing; that a handle works again and again is checked with the credentials",
  's1-renewal': "the panel's half in a browser: try it in the market's frame",
  's1-path': "the panel's half in a browser, and it may be left out",
  's1-signed-out': 'needs a person whose session in the panel has ended',
  's1-height': "the panel's half in a browser",
  's1-frame': "the panel's half in a browser: the market does not start in a wrong frame",
  's2-constant-time': 'differences of nanoseconds do not show over a network',
  's2-retry-after': 'a platform is not made to be busy from outside',
  's3-leave': 'it would end the store that everything else is tried on',
  's3-leave-copy': 'it would give up the id of the store that everything else is tried on',
  's3-contact': "whether it is the owner's address only the platform knows",
  's3-package-drop': 'it may, after a day',
  's4-owner-writes': "it may; the owner does it in the platform's own panel",
  's4-owner-kept': "the owner does it in the platform's own panel",
  's4-page-policy':
    "a policy may be stricter or more open for the shop's own reasons; an item that does not run shows in a browser only",
  's4-page-blocks': 'where the main part of a page ends is a matter of looking',
  's4-notes': 'needs an order',
  's6-sandbox': 'is what Arasta does',
  's7-visits': 'may be left out',
  's7-script': 'is seen in the figures of a shop only',
  's7-address': 'is seen in the figures of a shop only',
}
