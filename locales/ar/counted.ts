/** Plural forms shared by several messages (Arabic has six). */
export const apps = {
  zero: 'لا تطبيقات',
  one: 'تطبيق واحد',
  two: 'تطبيقان',
  few: '{count} تطبيقات',
  many: '{count} تطبيقًا',
  other: '{count} تطبيق',
}
export const themes = {
  zero: 'لا قوالب',
  one: 'قالب واحد',
  two: 'قالبان',
  few: '{count} قوالب',
  many: '{count} قالبًا',
  other: '{count} قالب',
}
