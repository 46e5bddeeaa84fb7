/**
 * The owner's part of the loader: opened by a short-lived link from the market, on the owner's own
 * site. Says loudly what the loader keeps from shoppers, and lets page types be told by clicking.
 * Never loaded otherwise. Styles are made by script, so that no policy of the site stands in the
 * way.
 */
import type { LoaderView } from './loader.ts'
import { OWNER_WORDS } from './owner-words.ts'
import { patternOf, selectorOf } from './suggest-rule.ts'

const STYLES = `
:host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647; font: 15px/1.45 system-ui, sans-serif; color: #10252a }
section { box-sizing: border-box; max-width: 30rem; max-height: 70vh; overflow: auto; margin: 0 auto; padding: 1rem; background: #fff; border: 1px solid #b9c6c8; border-bottom: 0; border-radius: 14px 14px 0 0; box-shadow: 0 -6px 30px #0003 }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem }
h2 { margin: 0; font-size: 1.05rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem .8rem; margin: .7rem 0 }
dt { color: #50646a } dd { margin: 0; overflow-wrap: anywhere }
form { display: grid; gap: .6rem; border-top: 1px solid #d7dfe0; padding-top: .8rem }
label { display: grid; gap: .2rem } .line { display: flex; gap: .5rem }
input, select, button { font: inherit; min-height: 44px; box-sizing: border-box; border: 1px solid #83979b; border-radius: 9px; padding: 0 .7rem; background: #fff; color: inherit }
input { flex: 1; min-width: 0; direction: ltr } button { cursor: pointer } .main { background: #0b737e; border-color: #0b737e; color: #fff }
.bad { color: #a3261b } [hidden] { display: none }
:focus-visible { outline: 3px solid #0b737e; outline-offset: 2px }
.frame { position: fixed; pointer-events: none; border: 2px solid #0b737e; background: #0b737e22; border-radius: 3px }`

type Words = (typeof OWNER_WORDS)[keyof typeof OWNER_WORDS]
type Child = Node | string

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  facts: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = Object.assign(document.createElement(tag), facts)
  node.append(...children)
  return node
}

function open(view: LoaderView, ticket: string) {
  const asked = /\.([a-z]{2,3})\./.exec(ticket)?.[1] ?? ''
  const locale = Object.hasOwn(OWNER_WORDS, asked) ? (asked as keyof typeof OWNER_WORDS) : 'en'
  const words: Words = OWNER_WORDS[locale]
  const host = make('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
  const facts = make('dl')
  const panel = make(
    'section',
    { lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr', ariaLabel: words.title },
    make(
      'header',
      {},
      make('h2', {}, words.title),
      make(
        'button',
        {
          type: 'button',
          onclick: () => {
            host.remove()
            clearInterval(timer)
          },
        },
        words.close,
      ),
    ),
    facts,
    ruleForm(view, ticket, words, root),
  )
  root.append(panel)
  document.documentElement.append(host)
  const show = () => {
    facts.replaceChildren(
      ...rowsOf(view, words).flatMap(([name, value, bad]) => [
        make('dt', {}, name),
        make('dd', { className: bad ? 'bad' : '' }, value),
      ]),
    )
  }
  show()
  const timer = setInterval(show, 1000)
}

function rowsOf(view: LoaderView, words: Words): [name: string, value: string, bad?: boolean][] {
  // Still on its way, until something says otherwise.
  if (!view.set)
    return view.troubles.length === 0
      ? [[words.set, '…']]
      : [
          [words.set, words.nothing, true],
          [words.troubles, view.troubles.join(', '), true],
        ]
  const page = words.pages[view.page as keyof Words['pages']] ?? view.page
  const said = document.querySelector('[data-arasta-page]')
    ? words.own
    : view.set.r.some((rule) => rule.p === view.page)
      ? words.rule
      : words.none
  return [
    [words.page, page],
    [words.by, said],
    [words.parts, `${view.standing.size} / ${view.set.l.length} ${words.of}`],
    [
      words.signed,
      view.signed === null ? words.unknown : view.signed ? words.yes : words.no,
      view.signed === false,
    ],
    [words.set, view.set.s],
    [
      words.troubles,
      view.troubles.length > 0 ? view.troubles.join(', ') : words.fine,
      view.troubles.length > 0,
    ],
  ]
}

function ruleForm(
  view: LoaderView,
  ticket: string,
  words: Words,
  root: ShadowRoot,
): HTMLFormElement {
  const kinds = ['home', 'list', 'product', 'cart', 'member-confirmation'] as const
  const page = make(
    'select',
    { name: 'page' },
    ...kinds.map((kind) => make('option', { value: kind }, words.pages[kind])),
  )
  page.value =
    kinds.find((kind) => kind === view.page) ?? (location.pathname === '/' ? 'home' : 'product')
  const path = make('input', { name: 'path', value: patternOf(location.pathname) })
  const [has, into] = [make('input', { name: 'has' }), make('input', { name: 'into' })]
  const note = make('p', { role: 'status', hidden: true })
  const say = (text: string, bad = false) =>
    Object.assign(note, { textContent: text, hidden: false, className: bad ? 'bad' : '' })
  const picker = (field: HTMLInputElement) =>
    make(
      'button',
      {
        type: 'button',
        onclick: () => {
          say(words.picking)
          pick(root, (chosen) => {
            field.value = chosen
            note.hidden = true
            field.focus()
          })
        },
      },
      words.pick,
    )
  const form = make(
    'form',
    {},
    make('label', {}, words.choose, page),
    make('label', {}, words.path, path),
    make('label', {}, words.has, make('span', { className: 'line' }, has, picker(has))),
    make('label', {}, words.into, make('span', { className: 'line' }, into, picker(into))),
    make('button', { className: 'main' }, words.save),
    note,
  )
  form.onsubmit = (event) => {
    event.preventDefault()
    const given = Object.fromEntries(
      [page, path, has, into]
        .map((field) => [field.name, field.value.trim()] as const)
        .filter(([, value]) => value !== ''),
    )
    fetch(`${view.base}sites/${view.site}/rules`, {
      method: 'POST',
      credentials: 'omit',
      body: JSON.stringify({ ticket, rule: given }),
    }).then(
      (answer) => {
        if (!answer.ok) return say(words.failed, true)
        say(words.saved)
        return setTimeout(() => location.reload(), 600)
      },
      () => say(words.failed, true),
    )
  }
  return form
}

/** The next click chooses an element of the page instead of doing what it would. */
function pick(root: ShadowRoot, chosen: (selector: string) => void) {
  const frame = make('div', { className: 'frame', hidden: true })
  root.append(frame)
  const inside = (event: Event) => event.composedPath().includes(root.host)
  const move = (event: Event) => {
    const target = event.target
    if (inside(event) || !(target instanceof Element)) return
    const { top, left, width, height } = target.getBoundingClientRect()
    frame.hidden = false
    // Set one by one: a policy forbids style attributes, not styles that a script sets.
    for (const [name, value] of Object.entries({ top, left, width, height }))
      frame.style.setProperty(name, `${value}px`)
  }
  const end = () => {
    frame.remove()
    removeEventListener('pointermove', move, true)
    removeEventListener('click', click, true)
    removeEventListener('keydown', key, true)
  }
  const click = (event: Event) => {
    if (inside(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    end()
    if (event.target instanceof Element) chosen(selectorOf(event.target))
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end()
  }
  addEventListener('pointermove', move, true)
  addEventListener('click', click, true)
  addEventListener('keydown', key, true)
}

document.addEventListener(
  'arasta:owner',
  (event) => {
    const { view, ticket } = (event as CustomEvent<{ view: LoaderView; ticket: string }>).detail
    open(view, ticket)
  },
  { once: true },
)
