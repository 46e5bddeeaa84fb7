import type arasta from './en/arasta.json'
import type browse from './en/browse.json'
import type bundle from './en/bundle.json'
import type compare from './en/compare.json'
import type connect from './en/connect.json'
import type consolePages from './en/console.json'
import type contact from './en/contact.json'
import type decisions from './en/decisions.json'
import type developer from './en/developer.json'
import type enter from './en/enter.json'
import type errors from './en/errors.json'
import type fit from './en/fit.json'
import type help from './en/help.json'
import type home from './en/home.json'
import type installed from './en/installed.json'
import type item from './en/item.json'
import type lifecycle from './en/lifecycle.json'
import type list from './en/list.json'
import type mails from './en/mails.json'
import type missing from './en/missing.json'
import type notices from './en/notices.json'
import type owner from './en/owner.json'
import type preview from './en/preview.json'
import type receipts from './en/receipts.json'
import type retired from './en/retired.json'
import type rights from './en/rights.json'
import type rules from './en/rules.json'
import type settings from './en/settings.json'
import type site from './en/site.json'
import type subscriptions from './en/subscriptions.json'
import type team from './en/team.json'
import type texts from './en/texts.json'
import type why from './en/why.json'
import type wordpress from './en/wordpress.json'
import type work from './en/work.json'

/** The files of a language and their keys. English has every key; a test compares the others. */
export interface MessageFile {
  arasta: keyof typeof arasta
  browse: keyof typeof browse
  bundle: keyof typeof bundle
  compare: keyof typeof compare
  connect: keyof typeof connect
  console: keyof typeof consolePages
  contact: keyof typeof contact
  decisions: keyof typeof decisions
  developer: keyof typeof developer
  enter: keyof typeof enter
  errors: keyof typeof errors
  fit: keyof typeof fit
  help: keyof typeof help
  home: keyof typeof home
  installed: keyof typeof installed
  item: keyof typeof item
  lifecycle: keyof typeof lifecycle
  list: keyof typeof list
  mails: keyof typeof mails
  missing: keyof typeof missing
  notices: keyof typeof notices
  owner: keyof typeof owner
  preview: keyof typeof preview
  receipts: keyof typeof receipts
  retired: keyof typeof retired
  rights: keyof typeof rights
  rules: keyof typeof rules
  settings: keyof typeof settings
  site: keyof typeof site
  subscriptions: keyof typeof subscriptions
  team: keyof typeof team
  texts: keyof typeof texts
  why: keyof typeof why
  wordpress: keyof typeof wordpress
  work: keyof typeof work
}

/** Keys of the storefronts' pages and of mails. */
export type MessageKey = MessageFile[Exclude<
  keyof MessageFile,
  'arasta' | 'console' | 'errors' | 'receipts' | 'retired' | 'rules' | 'texts'
>]

/** Keys of the console's pages. */
export type ConsoleKey = MessageFile['console']
export type ReceiptKey = MessageFile['receipts']
