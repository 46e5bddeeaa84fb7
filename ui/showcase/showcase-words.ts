/** The texts of the showcase. Each language is written, not translated. */
export interface ShowcaseWords {
  title: string
  lead: string
  sections: Record<
    | 'colour'
    | 'type'
    | 'buttons'
    | 'fields'
    | 'chips'
    | 'prices'
    | 'icons'
    | 'cards'
    | 'covers'
    | 'bays'
    | 'stage'
    | 'permissions'
    | 'plan'
    | 'steps'
    | 'notes'
    | 'panel'
    | 'order'
    | 'updates'
    | 'toasts'
    | 'dialogs'
    | 'empty'
    | 'errors'
    | 'waiting'
    | 'charts'
    | 'devices'
    | 'layout'
    | 'shell'
    | 'hard',
    string
  >
  specimen: {
    d1: string
    d2: string
    d3: string
    lead: string
    body: string
    small: string
    amounts: string
  }
  buttons: {
    pay: string
    busy: string
    open: string
    later: string
    uninstall: string
    update: string
    back: string
    off: string
  }
  fields: {
    shop: string
    tax: string
    taxError: string
    coupon: string
    couponHint: string
    email: string
    emailHint: string
    country: string
    countries: string[]
    message: string
    optional: string
    agree: string
    agreeError: string
    chooseError: string
    checked: string
    unchecked: string
    chosen: string
    other: string
    allowed: string
    refused: string
    allow: string
    kind: string
    person: string
    company: string
    devices: [string, string, string]
    device: string
    saved: string
    savedText: string
    fresh: string
    freshText: string
    address: string
  }
  chips: {
    light: string
    rtl: string
    removes: string
    institutional: string
    running: string
    works: string
    newPermission: string
    sale: string
    isNew: string
  }
  prices: {
    list: string
    monthly: string
    per: string
    before: string
    sale: string
    was: string
    free: string
    inApp: string
    terms: string
    ratingText: string
    ratingLabel: string
    reviews: string
  }
  apps: { name: string; promise: string; installs: string; permissions: string; price?: string }[]
  themes: { noPicture: string; swatches: string; street: string; price: string }
  bays: { label: string; names: [string, string][] }
  permissions: {
    title: string
    rows: [string, string][]
    not: [string, string]
    untouched: string
    things: string[]
    needed: string
  }
  plan: {
    title: string
    lead: string
    rows: {
      title: string
      how: string
      placement: string
      where: string
      now: string
      after: string
    }[]
    facts: [string, string, string]
    not: string
    notText: string
    pages: readonly string[]
    map: string
    code: string
    gone: string
    added: string
    make: string
  }
  steps: {
    title: string
    label: string
    left: string
    percent: string
    rows: [string, string][]
    running: string
    waiting: string
    failed: string
    changed: string
  }
  notes: {
    date: string
    text: string
    nothing: string
    asks: string
    review: string
    facts: string[]
    reply: string
    replyText: string
    stars: string
  }
  panel: {
    buy: string
    next: string
    works: string
    promises: string[]
    support: string
    write: string
    facts: [string, string][]
    figures: [string, string, string][]
  }
  order: {
    title: string
    terms: string
    coupon: string
    apply: string
    lines: [string, string][]
    total: string
    totalAmount: string
    pay: string
    after: string
    close: string
  }
  updates: {
    none: string
    one: string
    to: string
    changes: string[]
    update: string
    notes: string
    review: string
    skip: string
    asks: string
    reason: string
    running: string
    settings: string
    remove: string
    when: string
    back: string
  }
  toasts: {
    done: string
    undo: string
    bank: string
    again: string
    note: string
    close: string
    region: string
  }
  dialog: { title: string; text: string; yes: string; no: string; open: string }
  empty: { title: string; text: string; way: string }
  errors: {
    sign: string
    rows: { title: string; text: string; path?: string; one: string; two: string; code: string }[]
  }
  waiting: string
  shell: {
    nav: [string, string, string]
    navLabel: string
    menu: string
    search: string
    searchHint: string
    close: string
    language: string
    enter: string
    store: string
    checkout: string
    discover: string
    newsletter: string
    newsletterText: string
    mail: string
    signUp: string
    groups: [string, string[]][]
    note: string
    foot: string
    trail: [string, string]
    sort: string
    sorts: [string, string]
    filters: string
    show: string
    question: string
    ask: string
    skip: string
    facet: string
    facetNames: [string, string, string]
    colour: string
    all: string
    updates: string
  }
  hard: { long: string; promise: string; word: string; marks: string }
}
