/*! Product Video for Arasta: one video in media-chrome (MIT, Mux), fetched after the click. */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      play: 'Videoyu oynat',
      sample: 'Her yönüyle gör',
      failed: 'Video yüklenemedi. Biraz sonra yeniden dene.',
      player: {
        Play: 'Oynat',
        play: 'oynat',
        Pause: 'Duraklat',
        pause: 'duraklat',
        Mute: 'Sesi kapat',
        mute: 'sesi kapat',
        Unmute: 'Sesi aç',
        unmute: 'sesi aç',
        'Enter fullscreen mode': 'Tam ekran',
        'enter fullscreen mode': 'tam ekran yap',
        'Exit fullscreen mode': 'Tam ekrandan çık',
        'exit fullscreen mode': 'tam ekrandan çık',
        'video player': 'video oynatıcı',
        seek: 'videoda ilerle',
        'playback time': 'geçen süre',
        hour: 'saat',
        hours: 'saat',
        minute: 'dakika',
        minutes: 'dakika',
        second: 'saniye',
        seconds: 'saniye',
        '{time} remaining': '{time} kaldı',
        '{currentTime} of {totalTime}': '{currentTime}, toplam {totalTime}',
        'video not loaded, unknown time.': 'video yüklenmedi, süre bilinmiyor.',
      },
    },
    en: {
      play: 'Play the video',
      sample: 'See it from every side',
      failed: 'The video could not be loaded. Try again in a while.',
    },
    ar: {
      play: 'شغّل الفيديو',
      sample: 'شاهده من كل الجهات',
      failed: 'تعذّر تحميل الفيديو. حاول مرة أخرى بعد قليل.',
      player: {
        Play: 'تشغيل',
        play: 'تشغيل',
        Pause: 'إيقاف مؤقت',
        pause: 'إيقاف مؤقت',
        Mute: 'كتم الصوت',
        mute: 'كتم الصوت',
        Unmute: 'تشغيل الصوت',
        unmute: 'تشغيل الصوت',
        'Enter fullscreen mode': 'ملء الشاشة',
        'enter fullscreen mode': 'ملء الشاشة',
        'Exit fullscreen mode': 'الخروج من ملء الشاشة',
        'exit fullscreen mode': 'الخروج من ملء الشاشة',
        'video player': 'مشغّل فيديو',
        seek: 'التنقّل في الفيديو',
        'playback time': 'الوقت المنقضي',
        hour: 'ساعة',
        hours: 'ساعات',
        minute: 'دقيقة',
        minutes: 'دقائق',
        second: 'ثانية',
        seconds: 'ثوانٍ',
        '{time} remaining': 'بقي {time}',
        '{currentTime} of {totalTime}': '{currentTime} من {totalTime}',
        'video not loaded, unknown time.': 'لم يُحمَّل الفيديو، المدة غير معروفة.',
      },
    },
  }
  const PARTS = ['controller', 'control-bar', 'play-button', 'time-range', 'time-display', 'mute-button', 'fullscreen-button']

  const script = document.currentScript
  const { nonce } = script
  const { locale, video, caption, product, poster } = script.dataset
  const language = Object.hasOwn(TEXTS, locale) ? locale : 'en'
  const text = TEXTS[language]
  const buyForm = document.querySelector('#add-to-cart')
  const block = document.querySelector('[data-arasta-video]')
  if (!block || !isWantedHere()) return

  const isSample = !video
  const picture = document.querySelector('[data-role=product-picture]')
  const figure = document.createElement('figure')
  const stage = document.createElement('div')
  const button = document.createElement('button')
  const still = document.createElement('img')
  const words = document.createElement('figcaption')
  stage.className = 'arasta-video-stage'
  button.type = 'button'
  button.className = 'arasta-video-poster'
  button.innerHTML =
    '<span class="arasta-video-play"><svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="currentColor">' +
    '<path d="M8 5.200v13.600L19 12z" stroke="currentColor" stroke-width="1.600" stroke-linejoin="round"/></svg></span>'
  words.textContent = caption || text.sample
  words.id = 'arasta-video-caption'
  button.setAttribute('aria-label', `${text.play}: ${words.textContent}`)
  // An owner's video has no still of its own; the product's picture says what it will show.
  still.src = isSample || !picture ? poster : picture.src
  still.alt = ''
  still.width = 768
  still.height = 432
  still.loading = 'lazy'
  button.prepend(still)
  stage.append(button)
  figure.append(stage, words)
  block.append(figure)
  // The block stands at the end of the page's main part; beside the picture, under the button, it is seen.
  buyForm?.parentElement?.append(block)
  block.hidden = false
  button.addEventListener('click', play, { once: true })

  function isWantedHere() {
    const only = (product ?? '').trim().replace(/[?#].*$/, '').replace(/\/+$/, '').split('/').at(-1)
    return !only || location.pathname.replace(/\/+$/, '').split('/').at(-1) === only
  }

  async function play() {
    button.classList.add('is-coming')
    const media = document.createElement('video')
    media.src = video || new URL('clip.webm', script.src).href
    media.playsInline = true
    media.preload = 'auto'
    media.setAttribute('aria-labelledby', words.id)
    media.addEventListener('error', fail, { once: true })
    const player = await buildPlayer(media).catch(() => plain(media))
    if (!button.isConnected) return
    button.replaceWith(player.root)
    player.first.focus()
    // Where even a click is not enough for the browser, the player's own button is there.
    media.play().catch(() => {})
  }

  async function buildPlayer(media) {
    const [{ addTranslation, setLanguage }] = await Promise.all([
      import('./player/utils/i18n.js'),
      ...PARTS.map(part => import(`./player/media-${part}.js`)),
    ])
    if (text.player) addTranslation(language, text.player)
    setLanguage(language)
    admitStyles()
    const controller = create('controller', {
      lang: language,
      dir: 'ltr',
      autohide: '3',
      // Its window of keys speaks English only; and nothing is to be remembered in the customer's browser.
      hotkeys: 'noshift+/',
      novolumepref: '',
      nomutedpref: '',
    })
    const bar = create('control-bar')
    const first = create('play-button', { notooltip: '' })
    media.slot = 'media'
    const range = create('time-range')
    bar.append(first, range, create('time-display', { showduration: '', notoggle: '' }))
    // The sample has no sound; a switch for it would do nothing.
    if (!isSample) bar.append(create('mute-button', { notooltip: '' }))
    bar.append(create('fullscreen-button', { notooltip: '' }))
    controller.append(media, bar)
    // Some shops hand files out from the beginning only; then there is nowhere to go to.
    const leaveRangeOut = () => {
      if (media.seekable.length > 0 && media.seekable.end(0) > 0) return
      range.replaceWith(Object.assign(document.createElement('span'), { className: 'arasta-video-gap' }))
    }
    if (media.readyState > 0) leaveRangeOut()
    else media.addEventListener('loadedmetadata', leaveRangeOut, { once: true })
    return { root: controller, first }
  }

  /** Without the player's code the browser's own controls do. */
  function plain(media) {
    media.controls = true
    return { root: media, first: media }
  }

  function create(part, attributes = {}) {
    const element = document.createElement(`media-${part}`)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return element
  }

  /** The player's parts bring their styles inside themselves, which a strict page policy admits with the page's nonce only. */
  function admitStyles() {
    const previews = ['preview-thumbnail', 'preview-time-display', 'preview-chapter-display']
    const names = [...PARTS, 'gesture-receiver', 'tooltip', ...previews]
    const dressed = new Set()
    for (const name of names) {
      for (let part = customElements.get(`media-${name}`); part && part !== HTMLElement; part = Object.getPrototypeOf(part)) {
        if (dressed.has(part) || !Object.hasOwn(part, 'getTemplateHTML')) continue
        dressed.add(part)
        const template = part.getTemplateHTML
        part.getTemplateHTML = function (...given) {
          return template.apply(this, given).replaceAll('<style>', `<style nonce="${nonce}">`)
        }
      }
    }
  }

  function fail() {
    const said = document.createElement('p')
    said.className = 'arasta-video-failed'
    said.setAttribute('role', 'alert')
    said.textContent = text.failed
    stage.replaceChildren(said)
  }
})()
