/*! Cookie Consent for Arasta: texts and settings around vanilla-cookieconsent (MIT, Orest Bida). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      settings: 'Çerez ayarları',
      consent: {
        title: 'Çerezlere sen karar ver',
        description:
          'Sepetin ve girişin çalışması için gerekli çerezleri kullanıyoruz. Ölçüm ve reklam çerezleri yalnızca sen istersen açılır.',
        acceptAllBtn: 'Hepsini kabul et',
        acceptNecessaryBtn: 'Yalnızca gerekli',
        showPreferencesBtn: 'Tek tek seç',
      },
      preferences: {
        title: 'Çerez ayarları',
        acceptAllBtn: 'Hepsini kabul et',
        acceptNecessaryBtn: 'Yalnızca gerekli',
        savePreferencesBtn: 'Seçimimi kaydet',
        closeIconLabel: 'Kapat',
      },
      sections: {
        necessary: ['Gerekli', 'Sepet, giriş, ödeme ve bu seçimin saklanması. Bunlar olmadan mağaza çalışmaz.'],
        analytics: ['Ölçüm', 'Hangi sayfaların gezildiğini sayar; mağaza kendini buna göre düzeltir.'],
        marketing: ['Reklam', 'Reklamların sana göre seçilmesini sağlar.'],
      },
      privacy: 'Gizlilik metni',
    },
    en: {
      settings: 'Cookie settings',
      consent: {
        title: 'Cookies are your choice',
        description:
          'We use the cookies that your cart and sign-in need. Cookies for measuring and for advertising are set only if you want them.',
        acceptAllBtn: 'Accept all',
        acceptNecessaryBtn: 'Only necessary',
        showPreferencesBtn: 'Choose one by one',
      },
      preferences: {
        title: 'Cookie settings',
        acceptAllBtn: 'Accept all',
        acceptNecessaryBtn: 'Only necessary',
        savePreferencesBtn: 'Save my choice',
        closeIconLabel: 'Close',
      },
      sections: {
        necessary: ['Necessary', 'Cart, sign-in, payment and remembering this choice. The shop does not work without them.'],
        analytics: ['Measuring', 'Counts which pages are visited, so that the shop can improve.'],
        marketing: ['Advertising', 'Lets advertisements be chosen to fit you.'],
      },
      privacy: 'Privacy notice',
    },
    ar: {
      settings: 'إعدادات ملفات الارتباط',
      consent: {
        title: 'ملفات الارتباط باختيارك',
        description: 'نستعمل ملفات الارتباط اللازمة للسلة وتسجيل الدخول. أما ملفات القياس والإعلانات فلا تُفعَّل إلا إذا أردت.',
        acceptAllBtn: 'قبول الكل',
        acceptNecessaryBtn: 'الضرورية فقط',
        showPreferencesBtn: 'اختيار كل نوع',
      },
      preferences: {
        title: 'إعدادات ملفات الارتباط',
        acceptAllBtn: 'قبول الكل',
        acceptNecessaryBtn: 'الضرورية فقط',
        savePreferencesBtn: 'حفظ اختياري',
        closeIconLabel: 'إغلاق',
      },
      sections: {
        necessary: ['ضرورية', 'السلة وتسجيل الدخول والدفع وحفظ هذا الاختيار. لا يعمل المتجر من دونها.'],
        analytics: ['القياس', 'تعدّ الصفحات التي تُزار ليحسّن المتجر نفسه.'],
        marketing: ['الإعلانات', 'تجعل الإعلانات أقرب إلى اهتماماتك.'],
      },
      privacy: 'نص الخصوصية',
    },
  }

  const { locale, layout, privacy } = document.currentScript.dataset
  const language = Object.hasOwn(TEXTS, locale) ? locale : 'en'
  const text = TEXTS[language]

  const section = name => ({ title: text.sections[name][0], description: text.sections[name][1], linkedCategory: name })

  /** The shop's own text, when its owner gave an address. Built as an element first: the address is somebody's input. */
  function privacyLink() {
    if (!privacy) return undefined
    const link = document.createElement('a')
    link.href = privacy
    link.textContent = text.privacy
    return link.outerHTML
  }

  window.CookieConsent.run({
    cookie: { name: 'arasta_consent', secure: location.protocol === 'https:', sameSite: 'Lax', expiresAfterDays: 182 },
    // A shop tests itself with robots too; hiding from them would hide the app from its owner.
    hideFromBots: false,
    guiOptions: {
      consentModal:
        layout === 'bar'
          ? { layout: 'bar inline', position: 'bottom', equalWeightButtons: true }
          : { layout: 'box', position: document.dir === 'rtl' ? 'bottom right' : 'bottom left', equalWeightButtons: true },
      preferencesModal: { layout: 'box', equalWeightButtons: true },
    },
    categories: { necessary: { enabled: true, readOnly: true }, analytics: {}, marketing: {} },
    language: {
      default: language,
      rtl: 'ar',
      translations: {
        [language]: {
          consentModal: { ...text.consent, footer: privacyLink() },
          preferencesModal: { ...text.preferences, sections: [section('necessary'), section('analytics'), section('marketing')] },
        },
      },
    },
  })

  for (const button of document.querySelectorAll('[data-arasta-cookie-settings]')) {
    button.textContent = text.settings
    button.hidden = false
    button.addEventListener('click', () => window.CookieConsent.showPreferences())
  }
})()
