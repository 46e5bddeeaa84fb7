import type { ShowcaseWords } from './words.ts'

export const en: ShowcaseWords = {
  title: 'Arasta components', lead: 'Same tokens, designed twice.',
  sections: {
    layout: 'Layout', charts: 'Charts', devices: 'Screens',
    colour: 'Colour', type: 'Type', buttons: 'Buttons', fields: 'Fields', chips: 'Chips and badges', prices: 'Price and stars',
    icons: 'App icons', cards: 'Cards', covers: 'Theme covers', bays: 'The street', stage: 'Stage', permissions: 'Permissions',
    plan: 'Install plan', steps: 'Progress', notes: 'Releases and reviews', panel: 'Item panel', order: 'Order summary',
    updates: 'Updates', toasts: 'Toasts', dialogs: 'Dialog', empty: 'Empty state', errors: 'Errors', waiting: 'Waiting',
    shell: 'Shell', hard: 'Hard content',
  },
  specimen: {
    d1: 'Daylight in the market', d2: '3 things will change on your shop', d3: 'What it may touch on my store',
    lead: 'Customers pick their delivery day; you ship for that day.',
    body: 'Body 16/25 Albert Sans. ı İ ş Ş ğ Ğ ç ö ü stand right, and so do â î û.',
    small: 'Small 14/20 in Ink 2, never lighter.', amounts: '₺1.249,90 · $29.00 · 24,50 €',
  },
  buttons: {
    pay: 'Pay $26.10 and install', busy: 'Installing…', open: 'Open settings', later: 'Not now', uninstall: 'Uninstall',
    update: 'Update to 3.3.1', back: 'Go back to 3.2.0', off: 'Not installable yet',
  },
  fields: {
    shop: 'Shop address', tax: 'Tax number', taxError: 'A tax number has 10 digits; 2 are missing.', coupon: 'Coupon',
    couponHint: 'Upper and lower case are the same.', email: 'Email', emailHint: 'We send the receipt here.',
    country: 'Country', countries: ['Türkiye', 'Germany', 'Saudi Arabia'], message: 'Your message', optional: 'optional',
    agree: 'I have read the distance sale contract.', agreeError: 'Agree to the contract to go on.', chooseError: 'Choose one of them.', checked: 'Checked',
    unchecked: 'Not checked', chosen: 'Chosen', other: 'Other', allowed: 'allowed', refused: 'refused',
    allow: 'Calendar on the product page', kind: 'Kind of invoice', person: 'Individual', company: 'Institutional',
    devices: ['Desktop', 'Tablet', 'Phone'], device: 'Screen', saved: 'Shop address',
    savedText: '1 Sok. No: 4, Çekirge, 16070 Bursa, Türkiye', fresh: 'New address',
    freshText: 'Individual or institutional. It stays here for the next purchase.', address: 'Invoice address',
  },
  chips: {
    light: 'Light', rtl: 'Right to left', removes: 'Remove filter', institutional: 'Institutional', running: 'Running',
    works: 'Works with Demo Commerce', newPermission: '1 new permission', sale: '20% off', isNew: 'New',
  },
  prices: {
    list: '$29.00', monthly: '$9.90', per: '/mo', before: '$29.00', sale: '$23.20', was: 'was', free: 'Free',
    inApp: 'In-app purchases', terms: 'One payment, tax not included', ratingText: '4.8', ratingLabel: '4.8 out of 5',
    reviews: '186 reviews',
  },
  apps: [
    {
      name: 'Image Zoom', promise: 'Product pictures open full screen and zoom under the finger.', installs: '1,212 installs',
      permissions: '1 permission', price: '$19.00',
    },
    {
      name: 'Cookie Consent', promise: 'Asks the visitor and holds tracking codes back until they agree.',
      installs: '1,840 installs', permissions: '2 permissions',
    },
    {
      name: 'Delivery Day', promise: 'Customers pick their delivery day; you ship for that day.', installs: '968 installs',
      permissions: '2 permissions', price: '$29.00',
    },
  ],
  themes: { noPicture: 'No picture yet', swatches: 'Colours of the theme', street: 'Street of themes', price: '$29.00' },
  bays: {
    label: 'Categories',
    names: [
      ['Images', '3 apps'], ['Speed', '3 apps'], ['Delivery', '1 app'], ['Trust and consent', '1 app'], ['Notices', '2 apps'],
      ['Customer guide', '1 app'], ['Video', '1 app'],
    ],
  },
  permissions: {
    title: 'What it may touch on my store',
    rows: [
      ['Design block', 'Adds a calendar to the product page.'], ['Tracking code', 'Measures how fast checkout is.'],
      ['Orders', 'Writes the chosen day on the order.'],
    ],
    not: ['No customers', 'It cannot see names, addresses or payments.'], untouched: 'Does not touch:',
    things: ['customers', 'payments', 'products'], needed: 'needed',
  },
  plan: {
    title: '3 things will change on your shop',
    lead: 'Nothing has happened yet. Read each one, refuse what you do not want, then install.',
    rows: [
      {
        title: 'Product page: a calendar', how: 'Above “Add to cart”. Customers pick a delivery day.',
        placement: 'Design block, placement 3', where: 'product page, above the button', now: 'nothing there',
        after: 'calendar, 31 kB',
      },
      {
        title: 'Cart page: the chosen day', how: 'Under each item, with a link to change it.',
        placement: 'Design block, placement 4', where: 'cart, line of the item', now: 'name, price', after: 'name, price, day',
      },
      {
        title: 'Orders: a note', how: 'Writes the chosen day on the order. Reads nothing else.',
        placement: 'Web service user, scope orders.note', where: 'orders', now: 'no access', after: 'may write, cannot read',
      },
    ],
    facts: ['Where', 'Now', 'After'], not: 'It will not touch',
    notText: 'Prices, customers, payments, your theme. No tracking code is added.',
    pages: ['Home', 'Product list', 'Product page', 'Cart', 'Order steps'], map: 'Where on your shop', code: 'The code before and after', gone: 'goes: ', added: 'comes: ', make: 'Make these 3 changes',
  },
  steps: {
    title: '2 of 4 steps done', label: '2 of 4 steps done', left: 'About 2 seconds left', percent: '50%',
    rows: [
      ['Calendar on the product page', 'Done, 0.8 s'], ['Chosen day on the cart page', 'Done, 0.6 s'],
      ['Note on orders', 'Making the service user'],
      ['Check on your shop', 'We open the product page and look for the calendar'],
    ],
    running: 'Running', waiting: 'Waiting', failed: 'Failed', changed: 'What changed',
  },
  notes: {
    date: '12 November 2026', text: 'The list of public holidays updates by itself. The calendar no longer jumps in Safari.',
    nothing: 'Asks for nothing new', asks: 'New permission: tracking code at checkout',
    review: 'We bundled our parcel days; shipping is down to two days a week. Took less than a minute to install.',
    facts: ['Version 4.6.13', 'Installed for 8 months', 'Demo Commerce'], reply: 'Developer’s reply',
    replyText: 'Days by region come with 4.7.', stars: '4 out of 5',
  },
  panel: {
    buy: 'Buy for $29.00', next: 'You see every change before anything is installed.', works: 'Works with Demo Commerce',
    promises: ['Uninstall puts your shop back as it was', 'You can review it for 45 days', 'Support: 6 months free'],
    support: 'Support document', write: 'Write to the developer',
    facts: [
      ['Version', '4.6.13'], ['Languages', 'Turkish, English, Arabic'], ['Weight on a page', '31 kB'], ['Licence', 'MIT'],
    ],
    figures: [['Rating', '4.8', '186 reviews'], ['Installs', '968', 'shops run it'], ['Weight', '31 kB', 'compressed']],
  },
  order: {
    title: 'Summary', terms: 'One payment, version 4.6.13', coupon: 'Coupon', apply: 'Apply',
    lines: [['Subtotal', '$29.00'], ['Coupon ARASTA10', '−$2.90'], ['Tax 20%', '$5.22']], total: 'Total', totalAmount: '$31.32',
    pay: 'Pay $31.32 and install', after: 'You see every change once more before anything is installed.', close: 'Close',
  },
  updates: {
    none: 'No new permission', one: '1 new permission', to: 'to',
    changes: ['The page does not move while zooming', 'Previous and next picture by keyboard'], update: 'Update to 3.3.1',
    notes: 'Release notes', review: 'Review the permission', skip: 'Skip this version', asks: 'Tracking code, at checkout too',
    reason: 'Until now it was on the product page only. Reason: to measure how fast checkout is.', running: 'Running',
    settings: 'Settings', remove: 'Uninstall', when: 'updated on 12 November', back: 'Back to 4.6.12',
  },
  toasts: {
    done: 'Delivery Day is on your shop', undo: 'Undo', bank: 'The bank did not answer. You were not charged.',
    again: 'Check again', note: '2 apps have a new version.', close: 'Close', region: 'Messages',
  },
  dialog: {
    title: 'Uninstall Delivery Day?',
    text:
      '3 changes are taken back: the calendar, the day in the cart, the order note. Days already chosen stay on their '
      + 'orders.',
    yes: 'Uninstall and undo 3 changes', no: 'Keep', open: 'Open the dialog',
  },
  empty: {
    title: 'Nothing here for “kargoo takip”', text: 'Did you mean kargo takip? Or look through the Delivery street.',
    way: 'See Delivery',
  },
  errors: {
    sign: 'Closed',
    rows: [
      {
        title: 'This shop is closed', text: 'There is no such page, or it has moved:', path: '/delivery-day-pro',
        one: 'Back to home', two: 'Search “delivery day”', code: 'Error 404',
      },
      {
        title: 'The door is locked',
        text: 'Your session could not be verified or has run out. Enter with your shop again and go on where you were.',
        one: 'Enter with your shop', two: 'Back to home', code: 'Error 401',
      },
      {
        title: 'The awning came down',
        text: 'Something went wrong on our side. Your payment and your installs are safe; try again in a moment.',
        one: 'Try again', two: 'Back to home', code: 'Error 500 · incident 7F3A-19C2',
      },
    ],
  },
  waiting: 'Loading',
  shell: {
    nav: ['Apps', 'Themes', 'Installed'], navLabel: 'Main', menu: 'Menu', search: 'Search apps',
    searchHint: 'delivery day, cookie consent, speed…', close: 'Close', language: 'Language', enter: 'Enter with your shop',
    store: 'Your shop', checkout: 'Checkout', discover: 'Discover', newsletter: 'One email a month',
    newsletterText: 'New items and updates. Leave with one click.', mail: 'Your email address', signUp: 'Sign up',
    groups: [
      ['Arasta', ['Apps', 'Themes', 'Installed']], ['Developers', ['Publish an app', 'Documentation', 'Connector protocol']],
      ['Support', ['Help', 'Contact', 'Data protection']],
    ],
    note: 'Every item wraps a real open-source package; its name, licence and source stand on its page.',
    foot: 'Your card goes to the bank encrypted and is not kept.', trail: ['Apps', 'Delivery'], sort: 'Sort',
    sorts: ['Smart', 'Price'], filters: 'Filters', show: 'Show 16 themes', question: 'What does your shop need?', ask: 'Search',
    skip: 'Skip to content', facet: 'Style', facetNames: ['Light', 'Dark', 'Colourful'], colour: 'Main colour', all: 'All',
    updates: 'Updates',
  },
  hard: {
    long:
      'Lieferterminauswahlkalender für Bestellbestätigungsseiten mit Feiertagsberücksichtigung, Zeitfensterverwaltung, '
      + 'Geschenknachrichten und Versanddienstleisterauswahl für mehrsprachige Onlineshops, vollständige Ausgabe',
    promise:
      'A very long promise that has to stand in two lines without pushing the price down, breaking the height of the card '
      + 'or running over its edge; the rest is on the page of the item.',
    word: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    marks: 'ĞİŞ Çığ Şişli Ağ İğne Öğüş',
  },
}
