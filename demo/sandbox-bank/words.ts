import { type ByLocale, type Locale, inLanguage } from '../../lib/locale.ts'
import type { Later } from './cards.ts'
import type { State } from './payment-rows.ts'
import type { PayeeBehaviour } from './schemas.ts'

interface Words {
  noRealMoney: string
  language: string
  challenge: {
    title: string
    merchant: string
    amount: string
    card: string
    code: string
    demoCode: string
    demoCodeWhy: string
    confirm(amount: string): string
    /** Instead of an amount, where only the card is checked. */
    nothing: string
    confirmCard: string
    cancel: string
    wrongCode(triesLeft: number): string
    lasts: string
  }
  end: Record<
    'confirmed' | 'failed' | 'cancelled' | 'expired' | 'finished' | 'unknown',
    { title: string; text: string }
  >
  account: {
    title: string
    lead: string
    merchant: string
    holder: string
    behaviour: string
    behaviours: Record<PayeeBehaviour, string>
    send: string
    unknown: { title: string; text: string }
  }
  goingBack: string
  goOn: string
  home: {
    title: string
    lead: string
    none: string
    time: string
    order: string
    amount: string
    card: string
    state: string
    refunded: string
    cards: string
    cardsWhy: string
    meaning: string
    laterCards: string
    laterCardsWhy: string
    later: Record<Later, string>
    states: Record<State, string>
  }
}

/**
 * What people read, each language written for itself. The meanings of test cards stay English: they
 * are for engineers.
 */
const WORDS: ByLocale<Words> = {
  tr: {
    noRealMoney: 'Gerçek para yok',
    language: 'Dil',
    challenge: {
      title: 'Ödemeyi onayla',
      merchant: 'Satıcı',
      amount: 'Tutar',
      card: 'Kart',
      code: 'Onay kodu',
      demoCode: 'Bu deneme için kodun',
      demoCodeWhy: 'Gerçek bir banka bu kodu telefonuna gönderirdi.',
      confirm: (amount) => `${amount} ödemeyi onayla`,
      nothing: 'Hiç; yalnızca kart doğrulanıyor',
      confirmCard: 'Kartı onayla',
      cancel: 'Vazgeç',
      wrongCode: (triesLeft) => `Kod yanlış. ${triesLeft} deneme hakkın kaldı.`,
      lasts: 'Bu sayfa, ödeme başladıktan sonra 10 dakika geçerli.',
    },
    end: {
      confirmed: { title: 'Onaylandı', text: 'Ödemeyi mağaza tamamlayacak.' },
      failed: {
        title: 'Onaylanamadı',
        text: 'Kartından para çekilmedi. Mağazada başka bir kart deneyebilirsin.',
      },
      cancelled: { title: 'Vazgeçtin', text: 'Kartından para çekilmedi.' },
      expired: {
        title: 'Süre doldu',
        text: '10 dakika geçti, kartından para çekilmedi. Mağazadan yeniden başlayabilirsin.',
      },
      finished: {
        title: 'Bu onay sona ermiş',
        text: 'Bu sayfa yeniden kullanılamaz. Sonucu görmek için mağazaya dön.',
      },
      unknown: {
        title: 'Burada bir ödeme yok',
        text: 'Bu adres bir ödemeye ait değil. Ödemeyi mağazadan yeniden başlat.',
      },
    },
    account: {
      title: 'Ödeme hesabını aç',
      lead: 'Bu hesap yalnızca deneme içindir: kimlik ve banka bilgisi sorulmaz.',
      merchant: 'Ödeyen',
      holder: 'Hesap sahibi',
      behaviour: 'Bu hesap ne yapsın?',
      behaviours: {
        pays: 'Ödemeleri kabul etsin',
        missing: 'Eksik bilgi yüzünden beklesin',
        refuses: 'Her ödemeyi geri çevirsin',
        later: 'Ödemeler bir süre sonra ulaşsın',
        lost_before: 'İlk çağrı bankaya ulaşmadan kopsun',
        lost_after: 'Ödeme yapılsın, yanıtı kaybolsun',
        error_after: 'Ödeme yapılsın, banka hata döndürsün',
      },
      send: 'Hesabı aç',
      unknown: {
        title: 'Bağlantı geçersiz',
        text: 'Bu bağlantı bir kez kullanılabilir. Geldiğin sayfadan yenisini al.',
      },
    },
    goingBack: 'Mağazaya dönüyorsun…',
    goOn: 'Mağazaya dön',
    home: {
      title: 'Son ödemeler',
      lead: 'Bu bir deneme bankası. Buradaki hiçbir kart ve hiçbir para gerçek değil.',
      none: 'Henüz ödeme yok. Mağazada bir deneme kartıyla ödeme yapınca burada görünür.',
      time: 'Zaman (UTC)',
      order: 'Sipariş',
      amount: 'Tutar',
      card: 'Kart',
      state: 'Durum',
      refunded: 'İade',
      cards: 'Deneme kartları',
      cardsWhy:
        'Son kullanma tarihi gelecekte olsun; güvenlik kodu herhangi bir sayı olabilir (Amex 4, diğerleri 3 hane).',
      meaning: 'Ne olur',
      laterCards: 'Sahibi yokken çekim yapılan kartlar',
      laterCardsWhy:
        'Önce kartı mağazada kaydet ve ödemeyi 3-D Secure ile onayla. Mağaza sonra bu karttan sensiz çekim yapınca:',
      later: {
        no_funds:
          'bakiye yetmez; kayıtlı kartla bir kez daha kendin öder ve onaylarsan sonraki çekimler geçer',
        closed: 'kart kapatılmıştır: bir daha çekilemez',
        wants_holder: 'banka senin onayını ister',
        answers_late: 'çekim yapılır ama cevap 20 saniye gecikir',
        expired: 'kartın süresi dolmuştur: bir daha çekilemez',
      },
      states: {
        started: 'başladı',
        challenge: 'onay bekliyor',
        ready: 'onaylandı',
        paid: 'ödendi',
        declined: 'reddedildi',
        voided: 'iptal edildi',
      },
    },
  },
  en: {
    noRealMoney: 'No real money',
    language: 'Language',
    challenge: {
      title: 'Confirm this payment',
      merchant: 'Merchant',
      amount: 'Amount',
      card: 'Card',
      code: 'Confirmation code',
      demoCode: 'Your code for this demo',
      demoCodeWhy: 'A real bank would send it to your phone.',
      confirm: (amount) => `Confirm ${amount}`,
      nothing: 'None; only the card is checked',
      confirmCard: 'Confirm the card',
      cancel: 'Cancel',
      wrongCode: (triesLeft) =>
        `That code is not right. ${triesLeft === 1 ? 'One try' : `${triesLeft} tries`} left.`,
      lasts: 'This page works for 10 minutes after the payment was started.',
    },
    end: {
      confirmed: { title: 'Confirmed', text: 'The shop will finish the payment.' },
      failed: {
        title: 'Not confirmed',
        text: 'Your card was not charged. You can try another card in the shop.',
      },
      cancelled: { title: 'Cancelled', text: 'Your card was not charged.' },
      expired: {
        title: 'Time is up',
        text: 'Your 10 minutes are over. Nothing was charged; you can start again in the shop.',
      },
      finished: {
        title: 'This confirmation is finished',
        text: 'The page cannot be used again. Go back to the shop to see the result.',
      },
      unknown: {
        title: 'There is no payment here',
        text: 'This address does not belong to a payment. Start again from the shop.',
      },
    },
    account: {
      title: 'Open your payout account',
      lead: 'This account is for trying out only: nobody asks for your identity or bank.',
      merchant: 'Paid by',
      holder: 'Account holder',
      behaviour: 'What should this account do?',
      behaviours: {
        pays: 'Take payouts',
        missing: 'Wait, because something is missing',
        refuses: 'Refuse every payout',
        later: 'Take payouts after a while',
        lost_before: 'Lose the first call before it reaches the bank',
        lost_after: 'Take the payout and lose the answer',
        error_after: 'Take the payout and answer with an error',
      },
      send: 'Open the account',
      unknown: {
        title: 'This link is not valid',
        text: 'A link works once. Fetch a new one on the page you came from.',
      },
    },
    goingBack: 'Taking you back to the shop…',
    goOn: 'Back to the shop',
    home: {
      title: 'Last payments',
      lead: 'This is a bank for trying things out. No card and no money here is real.',
      none: 'No payment yet. Pay in the shop with a test card and it shows up here.',
      time: 'Time (UTC)',
      order: 'Order',
      amount: 'Amount',
      card: 'Card',
      state: 'State',
      refunded: 'Refunded',
      cards: 'Test cards',
      cardsWhy:
        'Any expiry date in the future, any security code (four digits for Amex, three for the others).',
      meaning: 'What happens',
      laterCards: 'Cards charged without their holder',
      laterCardsWhy:
        'First save the card in the shop and confirm that payment with 3-D Secure. When the shop then charges it without you:',
      later: {
        no_funds:
          'not enough funds; once you have paid with the saved card again yourself and confirmed it, the next charges succeed',
        closed: 'the card is closed and can never be charged again',
        wants_holder: 'the bank wants you to confirm the payment',
        answers_late: 'it is charged, but the answer comes 20 seconds late',
        expired: 'the card has expired and can never be charged again',
      },
      states: {
        started: 'started',
        challenge: 'waiting for the holder',
        ready: 'confirmed',
        paid: 'paid',
        declined: 'declined',
        voided: 'voided',
      },
    },
  },
  ar: {
    noRealMoney: 'بلا نقود حقيقية',
    language: 'اللغة',
    challenge: {
      title: 'أكِّد عملية الدفع',
      merchant: 'التاجر',
      amount: 'المبلغ',
      card: 'البطاقة',
      code: 'رمز التأكيد',
      demoCode: 'رمزك في هذه التجربة',
      demoCodeWhy: 'المصرف الحقيقي يرسل هذا الرمز إلى هاتفك.',
      confirm: (amount) => `أكِّد دفع ${amount}`,
      nothing: 'لا شيء؛ يُتحقق من البطاقة فقط',
      confirmCard: 'أكِّد البطاقة',
      cancel: 'إلغاء',
      wrongCode: (triesLeft) =>
        `الرمز غير صحيح. ${triesLeft === 1 ? 'بقيت محاولة واحدة' : 'بقيت محاولتان'}.`,
      lasts: 'تبقى هذه الصفحة صالحة 10 دقائق من بدء الدفع.',
    },
    end: {
      confirmed: { title: 'تم التأكيد', text: 'سيُكمل المتجر عملية الدفع.' },
      failed: {
        title: 'لم يتم التأكيد',
        text: 'لم يُخصم شيء من بطاقتك. يمكنك تجربة بطاقة أخرى في المتجر.',
      },
      cancelled: { title: 'أُلغيت العملية', text: 'لم يُخصم شيء من بطاقتك.' },
      expired: {
        title: 'انتهى الوقت',
        text: 'مرّت 10 دقائق ولم يُخصم شيء من بطاقتك. يمكنك البدء من جديد في المتجر.',
      },
      finished: {
        title: 'انتهى هذا التأكيد',
        text: 'لا يمكن استخدام هذه الصفحة مرة أخرى. عُد إلى المتجر لمعرفة النتيجة.',
      },
      unknown: {
        title: 'لا توجد عملية دفع هنا',
        text: 'هذا العنوان لا يخص أي عملية دفع. ابدأ من جديد من المتجر.',
      },
    },
    account: {
      title: 'افتح حساب الدفعات',
      lead: 'هذا الحساب للتجربة فقط: لا تُطلب هوية ولا بيانات مصرفية.',
      merchant: 'الجهة الدافعة',
      holder: 'صاحب الحساب',
      behaviour: 'كيف يتصرف هذا الحساب؟',
      behaviours: {
        pays: 'يقبل الدفعات',
        missing: 'ينتظر لأن معلومة ما ناقصة',
        refuses: 'يرفض كل دفعة',
        later: 'تصله الدفعات بعد حين',
        lost_before: 'ينقطع الاتصال الأول قبل وصوله إلى المصرف',
        lost_after: 'تصل الدفعة ويضيع الجواب',
        error_after: 'تصل الدفعة ويردّ المصرف بخطأ',
      },
      send: 'افتح الحساب',
      unknown: {
        title: 'هذا الرابط غير صالح',
        text: 'يعمل الرابط مرة واحدة. اطلب رابطاً جديداً من الصفحة التي جئت منها.',
      },
    },
    goingBack: 'جارٍ إعادتك إلى المتجر…',
    goOn: 'العودة إلى المتجر',
    home: {
      title: 'آخر المدفوعات',
      lead: 'هذا مصرف للتجربة. لا بطاقة حقيقية هنا ولا نقود حقيقية.',
      none: 'لا مدفوعات بعد. ادفع في المتجر ببطاقة تجريبية وستظهر هنا.',
      time: 'الوقت (UTC)',
      order: 'الطلب',
      amount: 'المبلغ',
      card: 'البطاقة',
      state: 'الحالة',
      refunded: 'المُعاد',
      cards: 'بطاقات تجريبية',
      cardsWhy: 'أي تاريخ انتهاء في المستقبل، وأي رمز أمان (أربعة أرقام لبطاقة Amex وثلاثة لغيرها).',
      meaning: 'ما الذي يحدث',
      laterCards: 'بطاقات يُخصم منها من دون صاحبها',
      laterCardsWhy:
        'احفظ البطاقة في المتجر أولًا وأكِّد تلك الدفعة عبر \u20663\u2011D\u00A0Secure\u2069. وعندما يخصم المتجر منها بعد ذلك من دونك:',
      later: {
        no_funds:
          'الرصيد لا يكفي؛ وإذا دفعت أنت بالبطاقة المحفوظة مرة أخرى وأكَّدت الدفع نجحت عمليات الخصم التالية',
        closed: 'البطاقة مغلقة ولا يمكن الخصم منها مجددًا',
        wants_holder: 'يطلب المصرف أن تؤكد الدفع بنفسك',
        answers_late: 'يُخصم المبلغ، لكن الرد يتأخر 20 ثانية',
        expired: 'انتهت صلاحية البطاقة ولا يمكن الخصم منها مجددًا',
      },
      states: {
        started: 'بدأت',
        challenge: 'بانتظار التأكيد',
        ready: 'مؤكَّدة',
        paid: 'مدفوعة',
        declined: 'مرفوضة',
        voided: 'ملغاة',
      },
    },
  },
}

/** The bank's languages. Buyers with another one see English. */
export const BANK_LOCALES = Object.keys(WORDS) as Locale[]

export const wordsIn = (locale: Locale): Words => inLanguage(WORDS, locale)
