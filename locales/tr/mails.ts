/** What our mails say. Written on the server only. */
export const mails = {
  'mails.connect.subject': 'Arasta giriş kodun',
  'mails.connect.lead': 'Biri, {host} adresli mağazayla Arasta’ya girmek istiyor. Bu sensen kodu giriş ekranına yaz:',
  'mails.connect.what': 'Kod 5 dakika geçerli ve bir kez kullanılır. Kodu kimseye verme; Arasta senden kodu asla istemez.',
  'mails.connect.footnote': 'Sen istemediysen bir şey yapmana gerek yok: kod olmadan kimse mağazanla giremez. Bu e-posta, platformunda mağaza sahibi olarak bu adres kayıtlı olduğu için geldi.',
} as const
