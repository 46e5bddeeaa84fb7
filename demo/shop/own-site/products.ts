import type { Text } from '../catalogue/product.ts'

/** `honey` and `lid` are the colors that it is drawn in. */
export interface Honey {
  slug: string
  name: Text
  line: Text
  about: Text
  price: string
  honey: string
  lid: string
}

export const honeys: readonly Honey[] = [
  {
    slug: 'chestnut',
    price: '₺420',
    honey: '#8a4b16',
    lid: '#3d4f2f',
    name: { tr: 'Kestane balı', en: 'Chestnut honey', ar: 'عسل الكستناء' },
    line: {
      tr: 'Koyu, hafif buruk, 450 g',
      en: 'Dark and slightly bitter, 450 g',
      ar: 'داكن مع مرارة خفيفة، 450 غ',
    },
    about: {
      tr: 'Temmuzda, kestane ormanının kıyısındaki kovanlardan. Yavaş donar; peynirle yenir.',
      en: 'Gathered in July from the hives beside the chestnut wood. It sets slowly and goes well with cheese.',
      ar: 'يُجنى في تموز من الخلايا المجاورة لغابة الكستناء. يتبلور ببطء ويؤكل مع الجبن.',
    },
  },
  {
    slug: 'wildflower',
    price: '₺340',
    honey: '#d98a1c',
    lid: '#7b2d26',
    name: { tr: 'Kır çiçeği balı', en: 'Wildflower honey', ar: 'عسل زهور البرية' },
    line: {
      tr: 'Açık renkli, kokulu, 450 g',
      en: 'Light and fragrant, 450 g',
      ar: 'فاتح وعطري، 450 غ',
    },
    about: {
      tr: 'Yaylada ne açarsa ondan: kekik, geven, ballıbaba. Her yıl tadı biraz başkadır.',
      en: 'Of whatever blooms on the upland: thyme, milkvetch, dead-nettle. It tastes a little different every year.',
      ar: 'من كل ما يزهر في المرتفعات: الزعتر والقتاد والقراص الكاذب. طعمه يختلف قليلًا كل عام.',
    },
  },
  {
    slug: 'comb',
    price: '₺560',
    honey: '#e6ad3c',
    lid: '#5b4636',
    name: { tr: 'Petek bal', en: 'Honey in the comb', ar: 'عسل بشمعه' },
    line: { tr: 'Çerçevesiyle, 1 kg', en: 'In its frame, 1 kg', ar: 'في إطاره، 1 كغ' },
    about: {
      tr: 'Kovandan çıktığı gibi. Mumu da yenir; yenmezse çiğnenip bırakılır.',
      en: 'Just as it leaves the hive. The wax can be eaten, or chewed and left.',
      ar: 'كما يخرج من الخلية. يمكن أكل الشمع أو مضغه وتركه.',
    },
  },
]

export const findHoney = (slug: string): Honey | undefined =>
  honeys.find((one) => one.slug === slug)

const comb = ({ honey, lid }: Honey): string => {
  const cells = [
    [42, 44],
    [60, 44],
    [78, 44],
    [51, 59],
    [69, 59],
    [42, 74],
    [60, 74],
    [78, 74],
  ].map(([x, y]) => `<path d="M${x} ${y}l8 4.6v9.2l-8 4.6-8-4.6v-9.2z" fill="#f7d488"/>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><path d="M0 0h120v120H0z" fill="#f6ead2"/><ellipse cx="60" cy="108" rx="44" ry="4" fill="#5b4636" opacity=".15"/>` +
    `<rect x="12" y="22" width="96" height="10" rx="3" fill="${lid}"/><rect x="20" y="26" width="80" height="78" rx="4" fill="${lid}"/><rect x="28" y="36" width="64" height="60" rx="2" fill="${honey}"/>${cells.join('')}</svg>`
  )
}

export const drawHoney = (one: Honey): string => (one.slug === 'comb' ? comb(one) : jar(one))

const jar = ({ honey, lid }: Honey): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><path d="M0 0h120v120H0z" fill="#f6ead2"/><ellipse cx="60" cy="106" rx="38" ry="5" fill="#5b4636" opacity=".15"/>` +
  `<path d="M32 38q-6 4-6 12v42q0 12 12 12h44q12 0 12-12V50q0-8-6-12z" fill="${honey}"/><path d="M34 44q-4 4-4 10v30" stroke="#fff" stroke-width="3" fill="none" opacity=".45" stroke-linecap="round"/>` +
  `<rect x="30" y="20" width="60" height="18" rx="5" fill="${lid}"/><rect x="38" y="60" width="44" height="26" rx="3" fill="#fdf8ec"/><path d="M60 65l7 4v8l-7 4-7-4v-8z" fill="none" stroke="${lid}" stroke-width="2"/></svg>`
