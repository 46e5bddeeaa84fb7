import type { checkout } from './tr/checkout.ts'
import type { common } from './tr/common.ts'
import type { connect } from './tr/connect.ts'
import type { consolePages } from './tr/console-pages.ts'
import type { contact } from './tr/contact.ts'
import type { compare } from './tr/compare.ts'
import type { coupons } from './tr/coupons.ts'
import type { decisions } from './tr/decisions.ts'
import type { developer } from './tr/developer.ts'
import type { enter } from './tr/enter.ts'
import type { errors } from './tr/errors.ts'
import type { faults } from './tr/faults.ts'
import type { fields } from './tr/fields.ts'
import type { find } from './tr/find.ts'
import type { inApp } from './tr/in-app.ts'
import type { installs } from './tr/installs.ts'
import type { fit } from './tr/fit.ts'
import type { home } from './tr/home.ts'
import type { item } from './tr/item.ts'
import type { owner } from './tr/owner.ts'
import type { leaving } from './tr/leaving.ts'
import type { lifecycle } from './tr/lifecycle.ts'
import type { orderSteps } from './tr/order-steps.ts'
import type { newsletter } from './tr/newsletter.ts'
import type { paying } from './tr/paying.ts'
import type { mails } from './tr/mails.ts'
import type { plan } from './tr/plan.ts'
import type { preview } from './tr/preview.ts'
import type { rights } from './tr/rights.ts'
import type { screens } from './tr/screens.ts'
import type { site } from './tr/site.ts'
import type { updates } from './tr/updates.ts'
import type { wordpress } from './tr/wordpress.ts'
import type { why } from './tr/why.ts'

/**
 * The Turkish messages define the keys; the other languages must have the same or do not compile.
 */
export type MessageKey =
  | keyof typeof checkout
  | keyof typeof common
  | keyof typeof connect
  | keyof typeof contact
  | keyof typeof compare
  | keyof typeof coupons
  | keyof typeof decisions
  | keyof typeof developer
  | keyof typeof enter
  | keyof typeof errors
  | keyof typeof faults
  | keyof typeof fields
  | keyof typeof find
  | keyof typeof fit
  | keyof typeof inApp
  | keyof typeof installs
  | keyof typeof home
  | keyof typeof item
  | keyof typeof leaving
  | keyof typeof lifecycle
  | keyof typeof mails
  | keyof typeof orderSteps
  | keyof typeof owner
  | keyof typeof newsletter
  | keyof typeof paying
  | keyof typeof plan
  | keyof typeof preview
  | keyof typeof rights
  | keyof typeof screens
  | keyof typeof site
  | keyof typeof updates
  | keyof typeof wordpress
  | keyof typeof why

/** Keys of the console's pages. */
export type ConsoleKey = keyof typeof consolePages
