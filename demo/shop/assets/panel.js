// The panel's side of the conversation with the framed market (Store Connector protocol, section
// 1).
const frame = document.querySelector('iframe[data-market]')

if (frame) {
  const market = frame.dataset.market
  const silent = document.querySelector('[data-market-silent]')
  const ended = document.querySelector('[data-session-ended]')

  // Only a market that hangs comes here: one that is down was noticed by the server before it sent
  // this page.
  const impatience = setTimeout(() => {
    silent.hidden = false
    frame.hidden = true
  }, 20_000)
  const answered = () => {
    clearTimeout(impatience)
    silent.hidden = true
    frame.hidden = false
  }
  frame.addEventListener('load', answered)

  const renew = async (requestId) => {
    const answer = await fetch(frame.dataset.launch, { method: 'POST' }).catch(() => null)
    if (answer?.status === 401) {
      ended.hidden = false
      ended.scrollIntoView()
      return
    }
    if (!answer?.ok) return
    const launch = await answer.json()
    frame.contentWindow.postMessage(
      {
        type: 'arasta:launch',
        request_id: requestId,
        apps_token: launch.apps_token,
        store_token: launch.store_token,
      },
      market,
    )
  }

  const mirror = (path) => {
    const known = URL.canParse(path, market) ? new URL(path, market) : null
    if (known?.origin !== market || known.pathname.split('/')[1] !== 'market') return
    for (const name of ['apps-token', 'store-token', 'hl']) known.searchParams.delete(name)
    const here = new URL(location.href)
    here.searchParams.set('path', known.pathname + known.search)
    history.replaceState(history.state, '', here)
  }

  addEventListener('message', (event) => {
    if (event.origin !== market || event.source !== frame.contentWindow) return
    const { type, request_id: requestId, path } = event.data ?? {}
    answered()
    if (type === 'arasta:renew' && typeof requestId === 'string') void renew(requestId)
    if (type === 'arasta:path' && typeof path === 'string') mirror(path)
  })
}
