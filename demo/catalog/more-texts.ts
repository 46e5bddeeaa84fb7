/** A text in German and in Spanish. */
type Said = Record<'de' | 'es', string>

interface ItemTexts {
  name: string
  tagline: string
  description: string[]
  features: string[]
}

const KEYBOARD: Said = {
  de: 'Bedienbar mit Tastatur und Screenreader',
  es: 'Se usa con el teclado y con lector de pantalla',
}
const IN_THEME_COLOURS: Said = {
  de: 'Türkisch, Englisch, Arabisch, in den Farben deines Themes',
  es: 'En turco, inglés y árabe, con los colores de tu tema',
}
const LESS_MOTION: Said = {
  de: 'Beachtet „Bewegung reduzieren“',
  es: 'Respeta «Reducir movimiento»',
}
const BOTH_MODES: Said = { de: 'Heller und dunkler Modus', es: 'Modo claro y oscuro' }
const ALWAYS_DARK: Said = {
  de: 'Immer dunkel: kein heller Modus',
  es: 'Siempre oscuro: sin modo claro',
}
const NO_FONT: Said = {
  de: 'Öffnet schnell, ohne eine Schrift zu laden',
  es: 'Se abre rápido, sin cargar ninguna fuente',
}
const BOTH_DIRECTIONS: Said = {
  de: 'Von links nach rechts und von rechts nach links',
  es: 'De izquierda a derecha y de derecha a izquierda',
}
const OWN_FONTS: Said = {
  de: 'Schriften werden aus deinem eigenen Shop geladen',
  es: 'Las fuentes se cargan desde tu propia tienda',
}
const loads = (font: string): Said => ({
  de: `${font} wird aus deinem eigenen Shop geladen`,
  es: `${font} se carga desde tu propia tienda`,
})
const LATO: Said = {
  de: 'Lato und Carlito werden aus deinem eigenen Shop geladen',
  es: 'Lato y Carlito se cargan desde tu propia tienda',
}

/** A theme has the project's name in every language. */
function theme(
  name: string,
  tagline: Said,
  description: readonly Said[],
  features: readonly Said[],
): Record<'de' | 'es', ItemTexts> {
  const textsIn = (locale: 'de' | 'es'): ItemTexts => ({
    name,
    tagline: tagline[locale],
    description: description.map((paragraph) => paragraph[locale]),
    features: features.map((feature) => feature[locale]),
  })
  return { de: textsIn('de'), es: textsIn('es') }
}

/** What listings say in German and Spanish, by prefix; `items/` holds the other languages. */
export const MORE_TEXTS: Record<string, Record<'de' | 'es', ItemTexts>> = {
  'delivery-day': {
    de: {
      name: 'Liefertag',
      tagline:
        'Ein Kalender auf der Produktseite: Deine Kunden wählen, an welchem Tag ihre Bestellung kommt.',
      description: [
        'Der Kalender steht direkt über „In den Warenkorb“. Wochentage, an denen du nicht lieferst, und die Zeit, die du zum Vorbereiten brauchst, sind gesperrt; ein gesperrter Tag lässt sich nicht auswählen.',
        'Der gewählte Tag kommt mit dem Produkt in den Warenkorb und steht als Notiz im Warenkorb, in der Bestellung und auf der Seite der Bestellung in deinem Adminbereich. Beim nächsten Produkt ist derselbe Tag schon ausgewählt.',
        'Du kannst den Tag zur Pflicht machen oder ihn deinen Kunden freistellen. Feiertage kennt die App nicht: Die regelst du, wenn du die Bestellung ansiehst.',
      ],
      features: [
        'Kalender auf Türkisch, Englisch und Arabisch',
        'Gesperrte Wochentage und Vorlaufzeit legst du fest',
        KEYBOARD.de,
      ],
    },
    es: {
      name: 'Día de entrega',
      tagline:
        'Un calendario en la página del producto: tus clientes eligen qué día llega su pedido.',
      description: [
        'El calendario está justo encima de «Añadir al carrito». Los días de la semana en que no repartes y el tiempo que necesitas para preparar el pedido aparecen cerrados; un día cerrado no se puede elegir.',
        'El día elegido entra en el carrito con el producto y aparece como nota en el carrito, en el pedido y en la página del pedido de tu panel. En el siguiente producto, el mismo día ya viene elegido.',
        'Puedes hacer que el día sea obligatorio o dejar que tus clientes no elijan ninguno. No conoce los días festivos: esos los resuelves tú al revisar el pedido.',
      ],
      features: [
        'Calendario en turco, inglés y árabe',
        'Tú decides los días cerrados y el plazo de preparación',
        KEYBOARD.es,
      ],
    },
  },
  'cookie-consent': {
    de: {
      name: 'Cookie-Einwilligung',
      tagline: 'Fragt deine Kunden nach Cookies und macht das Nein so einfach wie das Ja.',
      description: [
        'Jede Seite stellt in ihrer Sprache eine kurze Frage: alle annehmen, nur die notwendigen oder einzeln auswählen. Ja und Nein sind gleich große Buttons, und kein Kästchen ist vorab angekreuzt.',
        'Deine Mess- und Werbecodes warten auf die Antwort: Gib ihrem script-Tag type="text/plain" und data-category="analytics" oder "marketing", dann bleiben sie aus, bis ein Kunde zustimmt. Warenkorb, Anmeldung und Zahlung warten nie.',
        'Die Wahl bleibt sechs Monate lang in einem Cookie deines Shops gespeichert. Keine andere Adresse wird kontaktiert.',
      ],
      features: [IN_THEME_COLOURS.de, KEYBOARD.de, 'Ein Link, um die Wahl später zu ändern'],
    },
    es: {
      name: 'Aviso de cookies',
      tagline:
        'Pregunta a tus clientes por las cookies y hace que decir no sea tan fácil como decir sí.',
      description: [
        'Cada página hace una sola pregunta breve en su idioma: aceptar todas, solo las necesarias o elegir una por una. El sí y el no son botones del mismo tamaño y ninguna casilla viene marcada.',
        'Tus códigos de medición y publicidad esperan la respuesta: pon en su etiqueta script type="text/plain" y data-category="analytics" o "marketing", y quedan apagados hasta que el cliente acepta. El carrito, el inicio de sesión y el pago nunca esperan.',
        'La elección se guarda seis meses en una cookie de tu tienda. No se contacta con ninguna otra dirección.',
      ],
      features: [IN_THEME_COLOURS.es, KEYBOARD.es, 'Un enlace para cambiar la elección más tarde'],
    },
  },
  celebration: {
    de: {
      name: 'Feier',
      tagline: 'Ein Konfettiregen in dem Moment, in dem eine Bestellung bestätigt ist.',
      description: [
        'Schließt ein Kunde seine Bestellung ab, fliegt von beiden Seiten des Bildschirms Konfetti und ist nach drei Sekunden wieder weg. Es verdeckt keinen Button, hält nichts auf und kommt einmal pro Bestellung.',
        'Bei Kunden, deren Gerät um weniger Bewegung bittet, rührt sich nichts; wenn du magst, sehen sie stattdessen eine kurze Dankeszeile.',
        'Das Konfetti ist kostenlos. Wenn du magst, kaufst du in der App ein Feuerwerk dazu: Du zahlst einmal, und es bleibt in deinem Shop.',
      ],
      features: [
        'Festliche Farben oder die deines Themes',
        LESS_MOTION.de,
        'Lädt nur auf der Bestätigungsseite der Bestellung',
      ],
    },
    es: {
      name: 'Celebración',
      tagline: 'Una lluvia de confeti en el momento en que se aprueba un pedido.',
      description: [
        'Cuando un cliente completa un pedido, sale confeti de ambos lados de la pantalla y a los tres segundos ya no está. No tapa ningún botón, no retrasa nada y aparece una vez por pedido.',
        'Si el dispositivo del cliente pide menos movimiento, no se mueve nada; si quieres, verá en su lugar una breve línea de agradecimiento.',
        'El confeti es gratis. Si quieres, compra fuegos artificiales dentro de la app: pagas una vez y se quedan en tu tienda.',
      ],
      features: [
        'Colores de fiesta o los de tu tema',
        LESS_MOTION.es,
        'Se carga solo en la página de aprobación del pedido',
      ],
    },
  },
  notices: {
    de: {
      name: 'Warenkorb-Hinweise',
      tagline:
        'Ein kurzer Hinweis, wenn etwas in den Warenkorb kommt; deine Kunden bleiben, wo sie sind.',
      description: [
        '„In den Warenkorb“ wirft Kunden nicht mehr von der Seite: In der Ecke zeigt ein Hinweis Bild und Namen des Produkts und den Weg zum Warenkorb, und die Zahl am Warenkorb steigt. Nach sieben Sekunden verschwindet er; er wartet, solange jemand auf ihn zeigt oder den Fokus in ihm hat.',
        'Er meldet auch, wenn sich eine Menge geändert hat oder etwas den Warenkorb verlassen hat. Ein Hinweis sagt nur, was die Antwort des Shops belegt: Ließ sich ein Produkt nicht hinzufügen, öffnet sich die Seite des Shops selbst.',
        'Dieser Eintrag zeigt, wie Tarife aussehen, die auch die Nutzung berechnen. Die App selbst meldet niemandem eine Nutzung; von allein kommt also nichts zum Preis des Tarifs hinzu.',
      ],
      features: [
        'Bild und Name des Produkts und der Weg zum Warenkorb',
        'Wartet, solange er gelesen wird',
        'Screenreader lesen ihn vor, die Tastatur schließt ihn',
      ],
    },
    es: {
      name: 'Avisos del carrito',
      tagline: 'Un breve aviso cuando algo entra en el carrito; tus clientes siguen donde están.',
      description: [
        '«Añadir al carrito» ya no saca a nadie de la página: en una esquina, un aviso muestra la foto y el nombre del producto y el camino al carrito, y el número del carrito sube. Se va a los siete segundos y espera mientras alguien lo señala o está dentro de él.',
        'También avisa cuando cambia una cantidad o algo sale del carrito. Un aviso solo dice lo que confirma la respuesta de la tienda: si un producto no se pudo añadir, se abre la página de la propia tienda.',
        'Esta ficha enseña cómo se ven los planes que también cobran el uso. La app no comunica ningún uso a nadie, así que por sí solo no se añade nada al precio del plan.',
      ],
      features: [
        'La foto del producto, su nombre y el camino al carrito',
        'Espera mientras se lee',
        'Los lectores de pantalla lo leen; se cierra con el teclado',
      ],
    },
  },
  instant: {
    de: {
      name: 'Sofort-Seite',
      tagline:
        'Holt eine Seite, während der Zeiger auf ihrem Link ruht; ein Klick öffnet sie sofort.',
      description: [
        'Zwischen dem Ruhen auf einem Link und dem Klick vergehen meist zwei, drei Zehntelsekunden. In dieser Zeit fordert die App die Seite an; auf dem Handy beginnt sie, sobald der Finger den Bildschirm berührt.',
        'Adressen von Warenkorb, Bestellungen, Zahlung, Konto und Abmeldung werden nie geholt. Legt ein Kunde etwas in den Warenkorb, werden vorher geholte Seiten vergessen, damit keine alte Warenkorbzahl erscheint.',
        'Um sie bei der Arbeit zu sehen, hänge #instant an eine Adresse deines Shops: Ein Kasten in der Ecke listet die im Voraus angeforderten Seiten auf und sagt, wie viele Millisekunden ein Klick gewartet hat. Deine Kunden sehen ihn nicht.',
      ],
      features: [
        'Mit Maus, Finger und Touchpad',
        'Lässt Seiten von Warenkorb, Bestellung und Konto in Ruhe',
        'Holt nichts, wo Daten gespart werden',
      ],
    },
    es: {
      name: 'Página al instante',
      tagline:
        'Trae una página mientras el puntero está sobre su enlace: un clic la abre enseguida.',
      description: [
        'Entre detenerse sobre un enlace y hacer clic, casi todo el mundo tarda dos o tres décimas de segundo. La app pide la página en ese tiempo; en el móvil empieza en cuanto el dedo toca la pantalla.',
        'Las direcciones del carrito, los pedidos, el pago, la cuenta y el cierre de sesión no se piden nunca. Cuando un cliente añade algo al carrito, las páginas traídas antes se olvidan, así no aparece un número de carrito antiguo.',
        'Para verla trabajar, añade #instant a una dirección de tu tienda: un recuadro en la esquina enumera las páginas pedidas por adelantado y dice cuántos milisegundos esperó un clic. Tus clientes no lo ven.',
      ],
      features: [
        'Con ratón, dedo y panel táctil',
        'No toca las páginas del carrito, los pedidos ni la cuenta',
        'No trae nada donde se ahorran datos',
      ],
    },
  },
  quick: {
    de: {
      name: 'Vorgeladene Seiten',
      tagline:
        'Legt die Seiten hinter den sichtbaren Links bereit, während das Netz nichts zu tun hat.',
      description: [
        'Ist eine Seite fertig und das Netz frei, werden die Seiten hinter den sichtbaren Produkten und Kategorien still geladen. Welche auch angeklickt wird, meist ist sie schon da.',
        'Du sagst, wie viele Seiten es höchstens sein dürfen. Auf Geräten, die Daten sparen, wird nichts geholt, und langsame Verbindungen bleiben in Ruhe, wenn du es nicht anders festlegst.',
        'Adressen von Warenkorb, Bestellungen, Zahlung, Konto und Abmeldung bleiben unberührt. Mit #quick am Ende einer Adresse siehst du neben jedem Produkt, ob seine Seite angefordert wurde; deine Kunden sehen es nicht.',
      ],
      features: [
        'Nur sichtbare Links, nur bei freiem Netz',
        'Obergrenze für Seiten; langsame Verbindungen ausgenommen',
        'Achtet auf den Datensparmodus',
      ],
    },
    es: {
      name: 'Páginas listas',
      tagline: 'Prepara las páginas de los enlaces a la vista mientras la red está libre.',
      description: [
        'Cuando una página ha terminado y la red está libre, las páginas de los productos y categorías que se ven en pantalla se cargan en silencio. Se haga clic en la que se haga, lo normal es que ya esté ahí.',
        'Tú dices cuántas páginas como máximo. En los dispositivos que ahorran datos no se trae nada, y las conexiones lentas se dejan en paz si no decides otra cosa.',
        'Las direcciones del carrito, los pedidos, el pago, la cuenta y el cierre de sesión no se tocan nunca. Con #quick al final de una dirección ves junto a cada producto si se pidió su página; tus clientes no lo ven.',
      ],
      features: [
        'Solo enlaces a la vista y con la red libre',
        'Un límite de páginas; sin conexiones lentas',
        'Respeta el ahorro de datos',
      ],
    },
  },
  vitals: {
    de: {
      name: 'Tempomesser',
      tagline: 'Misst, wie schnell dein Shop auf deinem eigenen Handy und Computer ist.',
      description: [
        'Hänge #vitals an eine Adresse deines Shops, und in der Ecke öffnet sich eine Tafel: wie bald die Seite da war (LCP), wie bald sie auf ein Tippen antwortete (INP), wie sehr sie beim Laden verrutschte (CLS). Jeder Wert wird gut, mittel oder schlecht genannt.',
        'Die Tafel sammelt auch frühere Besuche dieses Browsers: für Startseite, Liste, Produkt, Warenkorb und Bestellung den Wert, den drei von vier Besuchen eingehalten haben. So siehst du, welche Seite die schwere ist.',
        'Gemessen wird nur in Browsern, in denen du die Tafel einmal geöffnet hast, und die Werte bleiben dort; nichts wird irgendwohin geschickt. Deine Kunden werden nicht gemessen: Ihre Browser laden eine untätige Datei von zwei Kilobyte.',
        'Dieser Eintrag zeigt, wie ein Tarif aussieht, der nur nach Nutzung bezahlt wird. Die App selbst meldet niemandem eine Nutzung; von allein wird also nichts berechnet.',
      ],
      features: [
        'Erscheinen, Antworten, Verrutschen: drei Werte mit Note',
        'Frühere Besuche nach Art der Seite',
        'Kein Wert verlässt deinen Browser',
      ],
    },
    es: {
      name: 'Medidor de velocidad',
      tagline: 'Mide lo rápida que es tu tienda en tu propio móvil y en tu ordenador.',
      description: [
        'Añade #vitals a una dirección de tu tienda y se abre un cuadro en la esquina: cuánto tardó en aparecer la página (LCP), cuánto en responder a un toque (INP) y cuánto se movió al cargar (CLS). Cada valor se califica de bueno, regular o malo.',
        'El cuadro también reúne las visitas anteriores de ese navegador: para inicio, lista, producto, carrito y pedido, el valor que cumplieron tres de cada cuatro visitas. Así ves qué página es la pesada.',
        'Mide solo en los navegadores en los que abriste el cuadro una vez, y los valores se quedan allí; no se envía nada a ninguna parte. No mide a tus clientes: sus navegadores cargan un archivo inactivo de dos kilobytes.',
        'Esta ficha enseña cómo se ve un plan que se paga solo por uso. La app no comunica ningún uso a nadie, así que por sí solo no se cobra nada.',
      ],
      features: [
        'Aparecer, responder, moverse: tres valores con su nota',
        'Visitas anteriores por tipo de página',
        'Ningún valor sale de tu navegador',
      ],
    },
  },
  tour: {
    de: {
      name: 'Shop-Rundgang',
      tagline: 'Führt neue Besucher in vier Schritten durch deinen Shop.',
      description: [
        'Beim ersten Besuch leuchtet ein Teil der Seite auf, daneben steht ein kurzer Hinweis: wo man sucht, wie sich die Bilder eines Produkts öffnen, wo die Lieferung erklärt ist, wo der Warenkorb ist. Kunden können jederzeit überspringen, und der Rundgang kommt nicht von selbst wieder.',
        'Die Schritte finden ihre Stellen auf der Seite selbst. Auf dem Handy, wo die Suche im Menü steckt, wird das Menü gezeigt; was eine Seite nicht hat, entfällt. Fragt gerade etwas anderes, zum Beispiel nach Cookies, wartet der Rundgang, bis er dran ist.',
        'Für den Schritt zur Lieferung kannst du einen eigenen Satz schreiben. Wenn du magst, steht am Fuß der Seite ein Button, der den Rundgang noch einmal öffnet, für alle, die ihn verpasst haben.',
      ],
      features: [
        IN_THEME_COLOURS.de,
        'Bei jedem Schritt überspringbar, kommt nur einmal',
        KEYBOARD.de,
      ],
    },
    es: {
      name: 'Recorrido por la tienda',
      tagline: 'Enseña tu tienda en cuatro pasos a quien la visita por primera vez.',
      description: [
        'En la primera visita se ilumina una parte de la página con una nota breve al lado: dónde buscar, cómo se abren las fotos de un producto, dónde se explica la entrega, dónde está el carrito. Tus clientes pueden saltárselo en cualquier momento, y el recorrido no vuelve por sí solo.',
        'Los pasos encuentran su sitio en la página. En el móvil, donde la búsqueda está dentro del menú, se muestra el menú; lo que una página no tiene se omite. Si otra cosa está preguntando, por ejemplo por las cookies, el recorrido espera su turno.',
        'Puedes escribir tu propia frase para el paso de la entrega. Si quieres, al pie de la página hay un botón que vuelve a abrir el recorrido, para quien se lo perdió.',
      ],
      features: [
        IN_THEME_COLOURS.es,
        'Se puede saltar en cada paso y sale una sola vez',
        KEYBOARD.es,
      ],
    },
  },
  finder: {
    de: {
      name: 'Produktfinder',
      tagline: 'Findet Produkte, während dein Kunde tippt, auch mit falschen Buchstaben.',
      description: [
        'In der Ecke jeder Seite steht ein Button für die Suche; die Taste / öffnet sie auch. Während ein Kunde tippt, erscheinen Produkte mit Bild, Kurztext und Preis; Pfeiltasten wählen aus, die Eingabetaste öffnet.',
        '„Kisen“ findet das Kissen und „Latene“ die Laterne: Ein, zwei falsche Buchstaben werden verziehen. Akzente und Umlautpunkte spielen keine Rolle, türkisches ı und i, ş und s gelten als gleich, ebenso die Schreibweisen von arabischem Alif, Ya und Ta marbuta.',
        'Die Suche läuft im Browser des Kunden. Code und Produkte werden einmal geholt, wenn die Suche geöffnet wird, und zwar von der Listenseite deines Shops; was getippt wird, geht nirgendwohin. Ein Produkt, das diese Seite nicht zeigt, lässt sich nicht finden.',
        'Auch dieser Eintrag trägt das Kennzeichen „In-App-Kauf“, um zu zeigen, wie es aussieht. Zurzeit wird in der App nichts für Geld verkauft.',
      ],
      features: [
        'Verzeiht falsche Buchstaben und fehlende Akzente',
        'Ergebnisse mit Bild, Text und Preis',
        KEYBOARD.de,
      ],
    },
    es: {
      name: 'Buscador de productos',
      tagline: 'Encuentra productos mientras tu cliente escribe, aunque se equivoque de letra.',
      description: [
        'En la esquina de cada página hay un botón de búsqueda; la tecla / también la abre. Mientras el cliente escribe, aparecen productos con foto, texto breve y precio; las flechas eligen e Intro abre.',
        '«cogín» encuentra el cojín y «lanpara» la lámpara: se perdonan una o dos letras mal puestas. Las tildes no cuentan; la ı y la i, la ş y la s del turco valen lo mismo, igual que las formas de escribir el álif, la ya y la ta marbuta del árabe.',
        'La búsqueda funciona en el navegador del cliente. El código y los productos se traen una vez, al abrir la búsqueda, desde la página de lista de tu propia tienda; lo que se escribe no se envía a ningún sitio. Un producto que esa página no muestra no se puede encontrar.',
        'Esta ficha también lleva la marca «Compra dentro de la app» para enseñar cómo se ve. Por ahora no se vende nada dentro.',
      ],
      features: [
        'Perdona letras mal puestas y tildes que faltan',
        'Resultados con foto, texto y precio',
        KEYBOARD.es,
      ],
    },
  },
  gallery: {
    de: {
      name: 'Vollbild-Galerie',
      tagline:
        'Öffnet Produktbilder im Vollbild: wischen, zoomen oder mit den Pfeiltasten blättern.',
      description: [
        'Ein Tippen auf das Bild, und es wächst von seinem Platz aus, bis es den Bildschirm füllt. Kunden wischen zum nächsten, zoomen mit zwei Fingern näher heran und ziehen es zum Schließen nach unten. Am Computer tun Pfeiltasten, Esc und Maus dasselbe.',
        'Darunter stehen alle Bilder in einer Reihe, und über der Reihe steht, was dieses zeigt: von vorn, von Nahem, in einem Raum. Beides kannst du bei der Installation abschalten.',
        'Die Bildansicht wird erst geholt, wenn jemand auf das Bild zeigt; deine Produktseite bleibt also so schnell, wie sie war. Lässt sie sich nicht holen, öffnet sich das Bild wie bisher auf einer eigenen Seite.',
      ],
      features: [
        'Mit Finger, Maus und Tastatur',
        'Ein Streifen mit allen Bildern, dazu Bildtexte',
        'Dunkler oder heller Hintergrund',
      ],
    },
    es: {
      name: 'Galería a pantalla completa',
      tagline:
        'Abre las fotos a pantalla completa: desliza, acerca con dos dedos o usa las flechas.',
      description: [
        'Al tocar la foto, crece desde su sitio hasta llenar la pantalla. Tus clientes deslizan para ver la siguiente, acercan con dos dedos y la arrastran hacia abajo para cerrarla. En el ordenador hacen lo mismo las flechas, Esc y el ratón.',
        'Debajo están todas las fotos en fila, y sobre la fila se lee qué muestra esta: de frente, de cerca, en una habitación. Puedes desactivar cualquiera de las dos cosas al instalar.',
        'El visor se trae solo cuando alguien señala la foto, así que la página del producto sigue igual de rápida. Si no se puede traer, la foto se abre en su propia página, como antes.',
      ],
      features: [
        'Con dedo, ratón y teclado',
        'Una tira con todas las fotos y sus textos',
        'Fondo oscuro o claro',
      ],
    },
  },
  'tidy-phone': {
    de: {
      name: 'Ordentliche Telefonnummer',
      tagline: 'Ordnet eine Telefonnummer beim Tippen und sagt, wenn sie nicht stimmen kann.',
      description: [
        'Ein Kurier mit falscher Nummer bringt das Paket zurück. Im Adressschritt fallen die Ziffern beim Tippen in Gruppen: Aus 05551234567 wird 0555 123 45 67, das ein Kunde mit einem Blick prüfen kann. Auch arabische Ziffern werden verstanden.',
        'Unter dem Feld steht die Nummer mit ihrem Land: +90 555 123 45 67, Türkei. Eine Ziffer zu wenig oder zu viel fällt auf, bevor die Seite verlassen wird. Blockiert wird nichts; das letzte Wort hat der Shop.',
        'Ob eine Nummer vergeben ist, kann die App nicht wissen, nur, ob es in diesem Land eine solche Nummer geben kann. Das wird im Browser des Kunden ermittelt; die Nummer wird nirgendwohin geschickt.',
      ],
      features: [
        'Die Türkei und jedes andere Land',
        'Die Schreibmarke bleibt stehen, wenn man mittendrin korrigiert',
        'Sagt es Screenreadern, blockiert nichts',
      ],
    },
    es: {
      name: 'Teléfono en orden',
      tagline: 'Ordena el número de teléfono mientras se escribe y avisa si no puede ser correcto.',
      description: [
        'Un repartidor con un número equivocado devuelve el paquete. En el paso de la dirección, las cifras se agrupan mientras se escriben: 05551234567 pasa a ser 0555 123 45 67, que el cliente comprueba de un vistazo. También se entienden las cifras árabes.',
        'Bajo el campo aparece el número con su país: +90 555 123 45 67, Turquía. Si falta o sobra una cifra, se ve antes de salir de la página. No bloquea nada; la última palabra la tiene la tienda.',
        'No puede saber si un número está en uso, solo si puede existir en ese país. Se calcula en el navegador del cliente; el número no se envía a ningún sitio.',
      ],
      features: [
        'Turquía y todos los demás países',
        'El cursor no se mueve al corregir una cifra del medio',
        'Avisa a los lectores de pantalla, no bloquea nada',
      ],
    },
  },
  zoom: {
    de: {
      name: 'Näher hinsehen',
      tagline: 'Vergrößert das Produktbild genau unter Zeiger oder Finger: Gewebe, Naht, Glasur.',
      description: [
        'Ruht die Maus auf dem Bild, wächst es an seinem Platz und folgt der Maus; ist sie weg, ist es wie vorher. Kein Fenster geht auf, also bleiben Preis und „In den Warenkorb“ im Blick.',
        'Auf dem Handy vergrößert ein Tippen die getippte Stelle, ein Finger bewegt das Bild, zwei holen es näher. Der Button in der Ecke tut dasselbe mit der Tastatur: Pfeiltasten bewegen, Esc beendet.',
        'Das große Bild wird erst geholt, wenn jemand näher hinsieht. Du legst fest, wievielmal größer es wird; bei Kunden, die weniger Bewegung wünschen, wechselt es ohne Übergang.',
      ],
      features: [
        'Mit Maus, Finger und Tastatur',
        'Zwei- bis fünfmal größer',
        'Am Platz des Bildes, ohne die Seite zu verlassen',
      ],
    },
    es: {
      name: 'Ver de cerca',
      tagline: 'Amplía la foto justo bajo el puntero o el dedo: el tejido, la costura, el esmalte.',
      description: [
        'Cuando el ratón se detiene en la foto, esta crece en su sitio y sigue al ratón; al apartarlo, vuelve a ser como antes. No se abre ninguna ventana, así que el precio y «Añadir al carrito» siguen a la vista.',
        'En el móvil, un toque amplía el punto tocado, un dedo mueve la foto y dos la acercan. El botón de la esquina hace lo mismo con el teclado: las flechas mueven, Esc termina.',
        'La foto grande se trae solo cuando alguien mira de cerca. Tú eliges cuántas veces crece; para los clientes que piden menos movimiento, cambia sin transición.',
      ],
      features: [
        'Con ratón, dedo y teclado',
        'De dos a cinco veces más grande',
        'En el sitio de la foto, sin salir de la página',
      ],
    },
  },
  carousel: {
    de: {
      name: 'Produktkarussell',
      tagline:
        'Macht aus Produktrastern eine einzige Reihe, durch die deine Kunden wischen oder blättern.',
      description: [
        'Ähnliche Produkte unter einem Produkt und das Regal auf der Startseite stehen nebeneinander statt Reihe unter Reihe. Auf dem Handy ist der Rand der nächsten Karte zu sehen; so merkt man, dass es weitergeht, und wischt.',
        'Darunter sind Pfeile und Punkte, die zeigen, wie weit man ist. Auf der Tastatur bewegen links und rechts die Reihe; auf einer arabischen Seite beginnt sie rechts, und die Pfeile drehen sich mit.',
        'Sie bewegt sich nie von selbst: Kein Produkt entwischt, während jemand liest. Wo alle Karten Platz haben, gibt es gar keine Pfeile.',
      ],
      features: [
        'Mit Finger, Pfeilen und Tastatur',
        'Auf Seiten von rechts nach links richtig herum',
        'Du legst fest, wie viele nebeneinanderstehen',
      ],
    },
    es: {
      name: 'Carrusel de productos',
      tagline:
        'Convierte cuadrículas de productos en una fila que se desliza o se recorre con flechas.',
      description: [
        'Los productos similares bajo un producto y el estante de la página de inicio se colocan uno junto a otro en vez de fila bajo fila. En el móvil asoma el borde de la tarjeta siguiente, así se ve que hay más y se desliza.',
        'Debajo hay flechas, y puntos que dicen por dónde vas. En el teclado, izquierda y derecha mueven la fila; en una página en árabe empieza por la derecha y las flechas se giran con ella.',
        'Nunca se mueve por sí sola: ningún producto se escapa mientras alguien lee. Donde caben todas las tarjetas, no hay flechas.',
      ],
      features: [
        'Con dedo, flechas y teclado',
        'En el sentido correcto en páginas de derecha a izquierda',
        'Tú decides cuántos van uno junto a otro',
      ],
    },
  },
  'free-delivery': {
    de: {
      name: 'Gratisversand-Leiste',
      tagline:
        'Zeigt im Warenkorb und auf der Produktseite, wie viel noch zum Gratisversand fehlt.',
      description: [
        'Ein kleiner Lieferwagen fährt nach Hause: Je voller der Warenkorb, desto kürzer der Weg, und der fehlende Betrag zählt herunter. Bei der Ankunft bekommt das Haus sein Häkchen.',
        'Auf der Produktseite wird das angezeigte Produkt mitgerechnet: Erhöht jemand die Menge, bewegt sich die Leiste sofort und beantwortet die Frage „Wäre der Versand damit gratis?“.',
        'Die Grenze wird von der Seite deines Shops gelesen oder von dir angegeben. Sagt der Warenkorb des Shops etwas anderes, schweigt die Leiste: kein Versprechen, das nicht gehalten würde.',
      ],
      features: [
        'Im Warenkorb und auf der Produktseite',
        'Liest die Grenze aus dem Shop oder nimmt deine',
        LESS_MOTION.de,
      ],
    },
    es: {
      name: 'Barra de envío gratis',
      tagline:
        'Muestra en el carrito y en la página del producto cuánto falta para el envío gratis.',
      description: [
        'Una furgoneta pequeña va hacia casa: cuanto más lleno el carrito, más corto el camino, y el importe que falta baja contando. Al llegar, la casa recibe su marca de verificación.',
        'En la página del producto se cuenta también el producto que se ve: si sube la cantidad, la barra se mueve enseguida y responde a «¿con esto sería gratis?».',
        'El límite se lee de la página de tu propia tienda o lo escribes tú. Si el carrito de la tienda dice otra cosa, la barra se calla: ninguna promesa que no se vaya a cumplir.',
      ],
      features: [
        'En el carrito y en la página del producto',
        'Lee el límite de la tienda o usa el tuyo',
        LESS_MOTION.es,
      ],
    },
  },
  'take-along': {
    de: {
      name: 'Zum Mitnehmen',
      tagline:
        'Kunden am Schreibtisch öffnen den QR-Code eines Produkts und sehen es am Handy weiter an.',
      description: [
        'Unter „In den Warenkorb“ steht ein Button, der das Produkt aufs Handy bringt. Er zeigt Bild, Namen, Preis und QR-Code des Produkts; richtet man die Handykamera darauf, öffnet sich dort dieselbe Seite. Auf Handys bleibt der Button weg.',
        'Dieselbe Karte lässt sich drucken: als Regaletikett, als Karte fürs Paket, als Blatt zum Herzeigen zu Hause. Darunter kannst du einen eigenen Satz setzen.',
        'Der Code enthält die Adresse der Produktseite und sonst nichts und wird im Browser des Kunden gezeichnet. Der Warenkorb reist nicht mit; ein gedruckter Preis bleibt, wie er war, wenn deiner sich ändert.',
      ],
      features: [
        'Nur auf breiten Bildschirmen, auf Knopfdruck',
        'Eine Karte zum Drucken, mit einem Satz von dir',
        'Schwarz auf Weiß in jedem Theme, leicht zu scannen',
      ],
    },
    es: {
      name: 'Llévatelo',
      tagline:
        'Quien está en el ordenador abre el código QR del producto y sigue mirándolo en el móvil.',
      description: [
        'Bajo «Añadir al carrito» hay un botón que lleva el producto al móvil. Muestra la foto, el nombre, el precio y el código QR del producto; al enfocarlo con la cámara del móvil, se abre allí la misma página. En los móviles el botón no aparece.',
        'La misma tarjeta se puede imprimir: una etiqueta para el estante, una tarjeta para el paquete, una hoja para enseñar en casa. Debajo puedes añadir una frase tuya.',
        'El código contiene la dirección de la página del producto y nada más, y se dibuja en el navegador del cliente. El carrito no viaja con él; un precio impreso se queda como estaba cuando el tuyo cambia.',
      ],
      features: [
        'Solo en pantallas anchas, al pulsar un botón',
        'Una tarjeta para imprimir, con una frase tuya',
        'Negro sobre blanco en todos los temas, fácil de escanear',
      ],
    },
  },
  video: {
    de: {
      name: 'Produktvideo',
      tagline:
        'Setzt ein Video auf die Produktseite; Video und Player werden erst nach einem Klick geholt.',
      description: [
        'Unter „In den Warenkorb“ steht ein Standbild mit einem Abspielknopf. Bis jemand klickt, wird kein Byte Video geholt, und deine Seite ist so schnell wie ohne.',
        'Du gibst die Adresse einer mp4- oder webm-Datei an und, wenn du magst, einen Satz, der darunter steht. Du kannst das eine Produkt nennen, zu dem es gehört; sonst steht es bei allen.',
        'Solange du keine Adresse angibst, läuft ein kurzes Beispiel, das wir gezeichnet haben: eine Vase auf der Töpferscheibe, sieben Sekunden. Es zeigt dir den Platz; setz dein eigenes Video ein, bevor Kunden kommen.',
      ],
      features: [
        'Vor dem Klick nur ein Standbild von rund 10 Kilobyte',
        'Bedienelemente auf Türkisch, Englisch und Arabisch',
        'Per Tastatur abspielbar; startet nie von selbst',
      ],
    },
    es: {
      name: 'Vídeo de producto',
      tagline:
        'Pone un vídeo en la página del producto; vídeo y reproductor llegan solo tras un clic.',
      description: [
        'Bajo «Añadir al carrito» hay una imagen fija con un botón de reproducción. Hasta que alguien hace clic no se trae ni un byte de vídeo, y tu página es tan rápida como sin él.',
        'Indicas la dirección de un archivo mp4 o webm y, si quieres, una frase que irá debajo. Puedes nombrar el único producto al que pertenece; si no, aparece en todos.',
        'Mientras no des una dirección, se reproduce una muestra breve que dibujamos nosotros: un jarrón en un torno de alfarero, siete segundos. Te enseña el sitio; pon tu propio vídeo antes de que lleguen los clientes.',
      ],
      features: [
        'Una imagen fija de unos 10 kilobytes antes del clic',
        'Controles en turco, inglés y árabe',
        'Se maneja con el teclado; nunca empieza por sí solo',
      ],
    },
  },
  minty: theme(
    'Minty',
    {
      de: 'Minzgrün und weiche Ecken, für Shops, die ruhige Dinge verkaufen.',
      es: 'Verde menta y esquinas suaves, para tiendas que venden cosas tranquilas.',
    },
    [
      {
        de: 'Minty taucht deinen Shop in Minzgrün und rundet Buttons und Kästen ab. Überschriften und Buttons sind in Montserrat gesetzt, Texte in der eigenen Schrift des Besuchers; so bleiben die Seiten schnell.',
        es: 'Minty pinta tu tienda de verde menta y redondea botones y recuadros. Los títulos y los botones van en Montserrat y los textos en la letra del propio visitante, así las páginas siguen siendo rápidas.',
      },
      {
        de: 'Es passt zu Keramik, Papierwaren, Kindersachen und Körperpflege. Hinweise und Rabatte stechen in Koralle hervor, alles andere hält sich zurück.',
        es: 'Va bien con cerámica, papelería, artículos para niños y cuidado personal. Los avisos y los descuentos destacan en coral; todo lo demás queda en segundo plano.',
      },
    ],
    [BOTH_DIRECTIONS, BOTH_MODES, OWN_FONTS],
  ),
  flatly: theme(
    'Flatly',
    {
      de: 'Nachtblau und flache Farben: ein gut lesbares Schaufenster für jede Art von Ware.',
      es: 'Azul noche y color plano: un escaparate fácil de leer para cualquier producto.',
    },
    [
      {
        de: 'Flatly kommt ohne Schatten und Glanz aus: ein nachtblauer Kopf, eine weiße Seite, Akzente in Meergrün. Texte sind in Lato gesetzt; die türkischen Buchstaben, die ihr fehlen, kommen von ihrer Schwester Carlito.',
        es: 'Flatly prescinde de sombras y brillos: una cabecera azul noche, una página blanca y acentos verde mar. Los textos van en Lato; las letras turcas que le faltan vienen de su hermana Carlito.',
      },
      {
        de: 'Ein guter Anfang für einen neuen Shop, der noch erklärt, was er verkauft: Keine seiner Farben macht einem Produktfoto Konkurrenz.',
        es: 'Un buen comienzo para una tienda nueva que aún está explicando lo que vende: ninguno de sus colores compite con la foto de un producto.',
      },
    ],
    [BOTH_DIRECTIONS, BOTH_MODES, OWN_FONTS],
  ),
  lux: theme(
    'Lux',
    {
      de: 'Schwarz, Weiß und viel Luft, für Shops, die wenige Dinge in Ruhe zeigen.',
      es: 'Negro, blanco y espacio para respirar, para tiendas que muestran poco y sin prisa.',
    },
    [
      {
        de: 'Lux hat scharfe Ecken, breite Buttons und Überschriften in gesperrten Großbuchstaben. Die Farbe holt es sich aus deinen Fotos und bleibt selbst schwarz-weiß.',
        es: 'Lux tiene esquinas afiladas, botones anchos y títulos en mayúsculas espaciadas. Toma el color de tus fotos y él mismo se queda en blanco y negro.',
      },
      {
        de: 'Es passt zu Schmuck, Kleidung, Möbeln und Drucken. Texte sind in einem leichten Schnitt der Nunito Sans gesetzt: Wenn deine Beschreibungen lang sind, lies erst eine in der Vorschau.',
        es: 'Encaja con joyas, ropa, muebles y láminas. Los textos van en un corte fino de Nunito Sans: si tus descripciones son largas, lee antes una en la vista previa.',
      },
    ],
    [BOTH_DIRECTIONS, BOTH_MODES, OWN_FONTS],
  ),
  brite: theme(
    'Brite',
    {
      de: 'Limettengrün und dicke schwarze Konturen, für Shops, die auffallen wollen.',
      es: 'Verde lima y contornos negros gruesos, para tiendas que quieren llamar la atención.',
    },
    [
      {
        de: 'In Brite hat jeder Kasten, jede Karte und jeder Button eine dicke schwarze Kontur. Buttons stehen auf einem harten Schatten und fallen an ihren Platz, wenn man auf sie zeigt. Der obere Teil der Seite ist limettengrün, die Seite selbst bleibt weiß.',
        es: 'En Brite cada recuadro, tarjeta y botón lleva un contorno negro grueso. Los botones se apoyan en una sombra dura y bajan a su sitio al señalarlos. La parte superior es verde lima y la página sigue siendo blanca.',
      },
      {
        de: 'Es passt zu Stickern, Postern, Spielzeug und Streetwear. Für einen Shop, der ruhig oder teuer wirken will, ist es zu laut.',
        es: 'Va bien con pegatinas, pósteres, juguetes y moda urbana. Para una tienda que quiere parecer tranquila o cara, es demasiado ruidoso.',
      },
    ],
    [
      {
        de: 'Kästen mit dicken Konturen, Buttons mit harten Schatten',
        es: 'Recuadros de contorno grueso, botones de sombra dura',
      },
      BOTH_MODES,
      NO_FONT,
    ],
  ),
  cerulean: theme(
    'Cerulean',
    {
      de: 'Ein Blau und sanft erhabene Buttons: ein gewohntes Bild, das Vertrauen weckt.',
      es: 'Un solo azul y botones con leve relieve: una tienda conocida que inspira confianza.',
    },
    [
      {
        de: 'In Cerulean teilen sich Überschriften, Links und Buttons ein Blau; Buttons und die obere Leiste sind leicht erhaben, als fiele Licht von oben darauf. Die Seite ist weiß, und Texte erscheinen in der eigenen Schrift des Besuchers.',
        es: 'En Cerulean los títulos, los enlaces y los botones comparten un mismo azul; los botones y la barra superior sobresalen un poco, como iluminados desde arriba. La página es blanca y los textos aparecen en la letra del propio visitante.',
      },
      {
        de: 'Es passt zu Haushaltswaren, Ersatzteilen, Apotheken und Büchern: Shops, in denen man einfach etwas finden will. Wenn du neu und modisch wirken willst, sieh dir auch Zephyr an.',
        es: 'Encaja con artículos para el hogar, recambios, farmacias y libros: tiendas donde la gente solo quiere encontrar algo. Si quieres parecer nuevo y a la moda, mira también Zephyr.',
      },
    ],
    [
      {
        de: 'Überschriften, Links und Buttons in einem Blau',
        es: 'Títulos, enlaces y botones en un mismo azul',
      },
      BOTH_MODES,
      {
        de: 'Links und Buttons mit AA-Kontrast',
        es: 'Enlaces y botones con contraste AA',
      },
    ],
  ),
  cosmo: theme(
    'Cosmo',
    {
      de: 'Scharfe Ecken und flaches Blau, so aufgeräumt wie eine Instrumententafel.',
      es: 'Esquinas afiladas y azul plano, tan ordenado como un cuadro de mandos.',
    },
    [
      {
        de: 'Nichts in Cosmo ist rund, und nichts wirft einen Schatten: ein leuchtend blauer Kopf, eine weiße Seite, dunkelgrauer Text. Gesetzt ist es in Source Sans, die alle türkischen Buchstaben und das Lira-Zeichen hat.',
        es: 'Nada en Cosmo es redondo y nada da sombra: una parte superior azul vivo, una página blanca, texto gris oscuro. Va en Source Sans, que tiene todas las letras turcas y el signo de la lira.',
      },
      {
        de: 'Es passt zu Elektronik, Bürobedarf, Software und Ersatzteilen und bleibt auch in langen Listen aufgeräumt. Für Handgemachtes ist es etwas kühl.',
        es: 'Encaja con electrónica, material de oficina, software y recambios, y sigue en orden en las listas largas. Para cosas hechas a mano resulta algo frío.',
      },
    ],
    [
      {
        de: 'Flaches Design ohne runde Ecken und Schatten',
        es: 'Diseño plano, sin esquinas redondas ni sombras',
      },
      BOTH_MODES,
      loads('Source Sans'),
    ],
  ),
  cyborg: theme(
    'Cyborg',
    {
      de: 'Eine fast schwarze Seite mit Buttons in elektrischem Blau.',
      es: 'Una página casi negra, con botones en azul eléctrico.',
    },
    [
      {
        de: 'Cyborg steht auf fast schwarzem Grund; Karten sind anthrazit, Buttons und Kopf elektrisch blau. Produktbilder leuchten wie ein Schaufenster bei Nacht. Texte sind in Roboto gesetzt.',
        es: 'Cyborg se apoya en un fondo casi negro; las tarjetas son de color carbón, los botones y la parte superior, azul eléctrico. Las fotos brillan como un escaparate de noche. Los textos van en Roboto.',
      },
      {
        de: 'Es passt zu Spielen, Audio, Licht und Technikzubehör. Einen hellen Modus gibt es nicht, und Bilder mit weißem Hintergrund erscheinen auf den Karten als weiße Quadrate: Prüf das in der Vorschau.',
        es: 'Va bien con juegos, audio, iluminación y accesorios técnicos. No tiene modo claro, y las fotos con fondo blanco aparecen como cuadrados blancos en las tarjetas: compruébalo en la vista previa.',
      },
    ],
    [
      {
        de: 'Schwarzer Grund, Karten in Anthrazit',
        es: 'Fondo negro, tarjetas de color carbón',
      },
      ALWAYS_DARK,
      loads('Roboto'),
    ],
  ),
  darkly: theme(
    'Darkly',
    {
      de: 'Flatly bei Nacht: eine dunkelgraue Seite mit ruhigem Blau und Meergrün.',
      es: 'Flatly de noche: una página gris oscuro con azul sereno y verde mar.',
    },
    [
      {
        de: 'Darkly setzt mattblaue Buttons und meergrüne Links auf eine dunkelgraue Seite, ohne Schatten und Glanz. Texte sind in Lato gesetzt; die türkischen Buchstaben, die ihr fehlen, kommen von ihrer Schwester Carlito.',
        es: 'Darkly pone botones azul mate y enlaces verde mar sobre una página gris oscuro, sin sombras ni brillos. Los textos van en Lato; las letras turcas que le faltan vienen de su hermana Carlito.',
      },
      {
        de: 'Wenn du ein dunkles Theme suchst, das die Augen schont, fang hier an: Es passt zu Musik, Büchern, Kaffee und Fotografie. Einen hellen Modus hat es nicht.',
        es: 'Si buscas un tema oscuro que no canse la vista, empieza por aquí: encaja con música, libros, café y fotografía. No tiene modo claro.',
      },
    ],
    [{ de: 'Ruhige Farben ohne Schatten', es: 'Colores serenos, sin sombras' }, ALWAYS_DARK, LATO],
  ),
  journal: theme(
    'Journal',
    {
      de: 'Zeitungsüberschriften und Korallenrot, für Shops, die etwas zu erzählen haben.',
      es: 'Titulares de periódico y rojo coral, para tiendas con una historia que contar.',
    },
    [
      {
        de: 'Journal setzt seine Überschriften in News Cycle, schmal und fett wie in einer alten Zeitung; Texte erscheinen in der eigenen Schrift des Besuchers. Kopf, Links und Buttons sind korallenrot, der Rest ist weißes Papier.',
        es: 'Journal compone sus títulos en News Cycle, estrecha y negrita como en un periódico antiguo; los textos aparecen en la letra del propio visitante. La parte superior, los enlaces y los botones son rojo coral, el resto es papel blanco.',
      },
      {
        de: 'Es passt zu Büchern, Schallplatten, regionalen Lebensmitteln und allen, die viel über ein Produkt erzählen. Weiße Menüwörter auf Koralle sind etwas blass: Ist dein Menü lang, sieh in der Vorschau nach.',
        es: 'Va bien con libros, discos, productos regionales y quien cuenta mucho de cada producto. Las palabras blancas del menú sobre coral son algo pálidas: si tu menú es largo, míralo en la vista previa.',
      },
    ],
    [
      {
        de: 'Schmale, fette Überschriften wie in der Zeitung',
        es: 'Títulos estrechos y en negrita, como en un periódico',
      },
      BOTH_MODES,
      loads('News Cycle'),
    ],
  ),
  litera: theme(
    'Litera',
    {
      de: 'Serifenschrift und runde Buttons: ein Theme, das gelesen werden will.',
      es: 'Texto con serifas y botones redondos: un tema hecho para leer.',
    },
    [
      {
        de: 'In Litera erscheinen Beschreibungen in einer Serifenschrift wie in Büchern, Überschriften und Buttons in einer schlichten; beide kommen vom Gerät des Besuchers. Buttons sind rund wie Pillen, die Farbe ist ein sanftes Blau.',
        es: 'En Litera las descripciones aparecen en una letra con serifas, como en los libros, y los títulos y botones en una sencilla; ambas vienen del dispositivo del visitante. Los botones son redondos como píldoras y el color es un azul suave.',
      },
      {
        de: 'Es passt zu Shops, die lange Beschreibungen schreiben: Bücher, Tee, Kosmetik, Handwerk. Das Arabische kennt keine Serifen; dort ist die ganze Seite in Vazirmatn gesetzt.',
        es: 'Encaja con tiendas que escriben descripciones largas: libros, té, cosmética, artesanía. El árabe no conoce las serifas; allí toda la página va en Vazirmatn.',
      },
    ],
    [
      {
        de: 'Beschreibungen in angenehmer Serifenschrift',
        es: 'Descripciones en una cómoda letra con serifas',
      },
      BOTH_MODES,
      NO_FONT,
    ],
  ),
  lumen: theme(
    'Lumen',
    {
      de: 'Buttons mit dicker Unterkante in Petrolblau: Man sieht sofort, wo man drückt.',
      es: 'Botones con borde inferior grueso, en azul petróleo: se ve bien dónde pulsar.',
    },
    [
      {
        de: 'Buttons, Kästen und die obere Leiste haben in Lumen eine dicke Unterkante, und Buttons gehen beim Drücken wirklich nach unten. Ihre Wörter stehen in Großbuchstaben. Die Farbe ist Petrolblau auf Weiß, die Schrift Source Sans.',
        es: 'En Lumen los botones, los recuadros y la barra superior tienen un borde inferior grueso, y los botones bajan de verdad al pulsarlos. Sus palabras van en mayúsculas. El color es azul petróleo sobre blanco y la letra, Source Sans.',
      },
      {
        de: 'Es passt zu Shops mit Kunden jeden Alters: Lebensmittel, Haustiere, Spielzeug, Haushaltswaren. Lange Wörter werden auf Buttons in Großbuchstaben eng, halte sie also kurz.',
        es: 'Encaja con tiendas de clientes de todas las edades: alimentación, mascotas, juguetes, hogar. Las palabras largas quedan justas en los botones en mayúsculas, así que usa palabras cortas.',
      },
    ],
    [
      {
        de: 'Buttons, die beim Drücken nach unten gehen',
        es: 'Botones que bajan al pulsarlos',
      },
      BOTH_MODES,
      loads('Source Sans'),
    ],
  ),
  materia: theme(
    'Materia',
    {
      de: 'Flächen wie gestapeltes Papier, leuchtendes Blau und eine Welle, wo man tippt.',
      es: 'Superficies apiladas como papel, azul vivo y una onda donde tocas.',
    },
    [
      {
        de: 'Materia spricht die Sprache der Handy-Apps: Karten mit leichtem Schatten, Buttons in Großbuchstaben, durch die bei Berührung eine Welle läuft. Formularfelder haben keinen Rahmen, nur eine Linie darunter. Texte sind in Roboto gesetzt.',
        es: 'Materia habla el idioma de las apps de móvil: tarjetas con una sombra ligera, botones en mayúsculas y una onda que los recorre al tocarlos. Los campos de los formularios no tienen marco, solo una línea debajo. Los textos van en Roboto.',
      },
      {
        de: 'Eine gute Wahl, wenn die meisten Kunden vom Handy kommen: Accessoires, Sport, Technik. Wer Felder ohne Rahmen nicht gewohnt ist, muss vielleicht zweimal hinsehen, wo man schreibt.',
        es: 'Una buena elección si la mayoría de tus clientes llega desde el móvil: accesorios, deporte, tecnología. Quien no está acostumbrado a campos sin marco quizá tenga que mirar dos veces dónde se escribe.',
      },
    ],
    [
      {
        de: 'Karten mit Schatten, eine Welle bei Berührung',
        es: 'Tarjetas con sombra y una onda al tocar',
      },
      BOTH_MODES,
      {
        de: 'Nimmt Rücksicht, wenn Besucher weniger Bewegung wünschen',
        es: 'Respeta a quien pide menos movimiento',
      },
    ],
  ),
  morph: theme(
    'Morph',
    {
      de: 'Weiche Buttons und Kästen, die sich aus einem wolkenblauen Grund wölben.',
      es: 'Botones y recuadros suaves que brotan de un fondo azul nube.',
    },
    [
      {
        de: 'Alles in Morph besteht aus einem einzigen Wolkenblau: Buttons und Kästen unterscheiden sich nicht durch Farbe, sondern durch Licht und Schatten, als wären sie gepolstert. Texte sind in Nunito gesetzt, mit ihren runden Enden.',
        es: 'Todo en Morph es de un mismo azul nube: los botones y los recuadros no se distinguen por el color, sino por la luz y la sombra, como si estuvieran acolchados. Los textos van en Nunito, de remates redondos.',
      },
      {
        de: 'Es passt zu weichen Dingen: Babysachen, Kerzen, Schlaf, Pflege. Seine Schwäche: Buttons haben die Farbe des Grundes. Wenn deine Kunden schlecht sehen, nimm ein anderes Theme.',
        es: 'Va bien con cosas suaves: artículos de bebé, velas, descanso, cuidado. Su punto débil: los botones tienen el color del fondo. Si tus clientes ven mal, elige otro tema.',
      },
    ],
    [
      {
        de: 'Buttons, geformt aus Licht und Schatten',
        es: 'Botones modelados con luz y sombra',
      },
      BOTH_MODES,
      loads('Nunito'),
    ],
  ),
  pulse: theme(
    'Pulse',
    {
      de: 'Ein tiefvioletter Kopf über einer weißen Seite: schlicht, aber nicht gewöhnlich.',
      es: 'Una parte superior violeta intenso sobre una página blanca: sencillo, pero no corriente.',
    },
    [
      {
        de: 'Kopf und Buttons sind in Pulse tiefviolett; Buttons sind eckig, Karten haben eine feine Kante. Die Zeilen im Warenkorb stehen auf Schwarz und heben sich so von der Summe ab. Eine Schrift lädt es nicht.',
        es: 'La parte superior y los botones de Pulse son violeta intenso; los botones son cuadrados y las tarjetas tienen un borde fino. Las filas del carrito van sobre negro, separadas del total. No carga ninguna fuente.',
      },
      {
        de: 'Es passt zu Kosmetik, Schmuck, Tickets und digitalen Produkten. Die schwarzen Zeilen im Warenkorb überraschen dich vielleicht: Leg in der Vorschau erst etwas hinein.',
        es: 'Va bien con cosmética, joyas, entradas y productos digitales. Las filas negras del carrito pueden sorprenderte: mete antes algo en él en la vista previa.',
      },
    ],
    [
      { de: 'Eckige Buttons in tiefem Violett', es: 'Botones cuadrados en violeta intenso' },
      BOTH_MODES,
      NO_FONT,
    ],
  ),
  quartz: theme(
    'Quartz',
    {
      de: 'Ein Grund, der von Türkis zu Rosa verläuft, unter Karten wie aus Milchglas.',
      es: 'Un fondo que va del turquesa al rosa, bajo tarjetas como de cristal esmerilado.',
    },
    [
      {
        de: 'Die ganze Seite von Quartz verläuft von Türkis über Violett zu Rosa; Karten sind Scheiben, durch die der Grund scheint, der Text ist weiß. Eine Schrift lädt es nicht.',
        es: 'Toda la página de Quartz va del turquesa al rosa pasando por el violeta; las tarjetas son láminas que dejan ver el fondo y el texto es blanco. No carga ninguna fuente.',
      },
      {
        de: 'Es macht Spaß bei Partyartikeln, Stickern, Musik und jungem Publikum. Sehr bunte Bilder machen dem Grund Konkurrenz, und mit hellem oder dunklem Modus ändert es sich nicht.',
        es: 'Es divertido para artículos de fiesta, pegatinas, música y un público joven. Las fotos muy coloridas compiten con el fondo, y no cambia con el modo claro u oscuro.',
      },
    ],
    [
      {
        de: 'Ein Grund, der von Türkis zu Rosa verläuft',
        es: 'Un fondo que va del turquesa al rosa',
      },
      {
        de: 'Durchscheinende Karten wie aus Milchglas',
        es: 'Tarjetas translúcidas como de cristal esmerilado',
      },
      NO_FONT,
    ],
  ),
  sandstone: theme(
    'Sandstone',
    {
      de: 'Sandfarbene Kästen, Meerblau und kleine Großbuchstaben: warm und aufgeräumt.',
      es: 'Recuadros color arena, azul mar y mayúsculas pequeñas: cálido y ordenado.',
    },
    [
      {
        de: 'Sandstone bringt Meerblau und die Farbe von Sand zusammen. Menü, Buttons und Pfadzeile stehen in kleinen Großbuchstaben, Links sind moosgrün. Die Texte sind in Roboto.',
        es: 'Sandstone une el azul del mar y el color de la arena. El menú, los botones y la línea de ruta van en mayúsculas pequeñas y los enlaces son verde musgo. Los textos van en Roboto.',
      },
      {
        de: 'Es passt zu Naturprodukten, Garten, Outdoor und Holzarbeiten. Die Menüwörter sind klein, also kürze sehr lange Kategorienamen.',
        es: 'Encaja con productos naturales, jardinería, aire libre y trabajos en madera. Las palabras del menú son pequeñas, así que acorta los nombres de categoría muy largos.',
      },
    ],
    [
      { de: 'Sand und Meerblau', es: 'Arena y azul mar' },
      BOTH_MODES,
      { de: 'Links und Menüs mit AA-Kontrast', es: 'Enlaces y menús con contraste AA' },
    ],
  ),
  simplex: theme(
    'Simplex',
    {
      de: 'Rot, Weiß und eine feine graue Linie, und sonst nichts.',
      es: 'Rojo, blanco y una fina línea gris, y nada más.',
    },
    [
      {
        de: 'Simplex hat zwei Farben, klares Rot und Weiß. Kästen trennt eine feine graue Linie, und nichts wirft einen Schatten. Texte sind in Open Sans gesetzt, ergänzt um das Lira-Zeichen, das ihr fehlt.',
        es: 'Simplex tiene dos colores, rojo liso y blanco. Una fina línea gris separa los recuadros y nada da sombra. Los textos van en Open Sans, completada con el signo de la lira que le falta.',
      },
      {
        de: 'Es rückt Preis und Button nach vorn, in Shops für Angebote, Ersatzteile, Lebensmittel und Sport. Weil Rot schon überall ist, sind Hinweise und Rabatte violett.',
        es: 'Pone delante el precio y el botón en tiendas de ofertas, recambios, alimentación y deporte. Como el rojo ya está en todas partes, los avisos y los descuentos son violetas.',
      },
    ],
    [{ de: 'Nur Rot und Weiß', es: 'Solo rojo y blanco' }, BOTH_MODES, loads('Open Sans')],
  ),
  sketchy: theme(
    'Sketchy',
    {
      de: 'Handgezeichnete Kästen, Überschriften wie mit Bleistift: ein Shop wie ein Notizbuch.',
      es: 'Recuadros dibujados a mano y títulos a lápiz: una tienda como una hoja de cuaderno.',
    },
    [
      {
        de: 'Keine Linie in Sketchy ist gerade: Kästen, Buttons und Karten sind krumm, als wären sie von Hand gezeichnet. Überschriften sind in der schraffierten Cabin Sketch, Texte in der Handschrift Neucha. Keine von beiden wurde mit Blick aufs Türkische gezeichnet, darum leiht Patrick Hand ğ, ş und İ.',
        es: 'Ninguna línea de Sketchy es recta: los recuadros, los botones y las tarjetas están torcidos, como dibujados a mano. Los títulos van en Cabin Sketch, rayada, y los textos en Neucha, manuscrita. Ninguna se dibujó pensando en el turco, así que Patrick Hand presta la ğ, la ş y la İ.',
      },
      {
        de: 'Wunderbar für Handgemachtes, Kinder, Papierwaren und Kunst. Handschrift ermüdet in langen Beschreibungen die Augen, und ş und ğ weichen in Überschriften etwas von ihren Nachbarn ab. Fürs Arabische gibt es hier keine handgezeichneten Buchstaben; es ist in Vazirmatn gesetzt.',
        es: 'Es precioso para lo hecho a mano, los niños, la papelería y el arte. La letra manuscrita cansa la vista en descripciones largas, y la ş y la ğ de los títulos se distinguen un poco de sus vecinas. El árabe no tiene aquí letras dibujadas a mano; va en Vazirmatn.',
      },
    ],
    [
      {
        de: 'Kästen und Buttons wie von Hand gezeichnet',
        es: 'Recuadros y botones como dibujados a mano',
      },
      BOTH_MODES,
      {
        de: 'Handschriften werden aus deinem eigenen Shop geladen',
        es: 'Las fuentes manuscritas se cargan desde tu propia tienda',
      },
    ],
  ),
  slate: theme(
    'Slate',
    {
      de: 'Schiefergrau und Buttons wie aus Metall, so solide wie ein Werkzeugkasten.',
      es: 'Gris pizarra y botones como de metal, tan sólido como una caja de herramientas.',
    },
    [
      {
        de: 'Slate ist durch und durch grau: ein Grund wie Schiefer, Buttons mit metallischem Schimmer, Kästen wie eingraviert. Die einzige Farbe kommt von deinen Bildern. Eine Schrift lädt es nicht.',
        es: 'Slate es gris de principio a fin: un fondo de pizarra, botones con brillo de metal y recuadros que parecen grabados. El único color viene de tus fotos. No carga ninguna fuente.',
      },
      {
        de: 'Es passt zu Eisenwaren, Autozubehör, Fahrrädern und Audiotechnik. Einen hellen Modus gibt es nicht, und auch „In den Warenkorb“ ist grau: Wenn du einen farbigen Button willst, sieh dir Darkly an.',
        es: 'Encaja con ferretería, accesorios de coche, bicicletas y equipos de audio. No tiene modo claro, y «Añadir al carrito» también es gris: si quieres un botón de color, mira Darkly.',
      },
    ],
    [
      { de: 'Erhabene Buttons wie aus Metall', es: 'Botones en relieve, como de metal' },
      ALWAYS_DARK,
      NO_FONT,
    ],
  ),
  solar: theme(
    'Solar',
    {
      de: 'Nächtliches Meer und Senfgelb: ein Shop in den Farben, die Programmierer lieben.',
      es: 'Mar de noche y amarillo mostaza: una tienda en los colores que gustan a quien programa.',
    },
    [
      {
        de: 'Solar nutzt die Solarized-Farben, die jeder gut kennt, der Code schreibt: ein Grund in dunklem Petrol, Kopf und Buttons in Senfgelb, türkise Links. Texte sind in Source Sans gesetzt.',
        es: 'Solar usa los colores Solarized, que quien escribe código conoce bien: un fondo petróleo oscuro, la parte superior y los botones en mostaza y enlaces turquesa. Los textos van en Source Sans.',
      },
      {
        de: 'Es passt zu Kaffee, Büchern, Elektronik-Bausätzen und Hobbys. Auf dem Bildschirm gibt es keinen hellen Modus, aber eine gedruckte Seite ist schwarz auf weißem Papier.',
        es: 'Va bien con café, libros, kits de electrónica y aficiones. En pantalla no tiene modo claro, pero una página impresa sale en negro sobre papel blanco.',
      },
    ],
    [
      { de: 'Solarized-Farben mit AA-Kontrast', es: 'Colores Solarized con contraste AA' },
      ALWAYS_DARK,
      { de: 'Druckt schwarz auf weißes Papier', es: 'Imprime en negro sobre papel blanco' },
    ],
  ),
  spacelab: theme(
    'Spacelab',
    {
      de: 'Stahlblau und glänzende Buttons: der solide Shop von vor zehn Jahren.',
      es: 'Azul acero y botones brillantes: la tienda sólida de hace diez años.',
    },
    [
      {
        de: 'Buttons und obere Leiste glänzen in Spacelab von oben, Kästen haben feine graue Linien. Die Farbe ist Stahlblau mit leuchtend blauen Links. Texte sind in grauer Open Sans, ergänzt um das Lira-Zeichen, das ihr fehlt.',
        es: 'Los botones y la barra superior de Spacelab brillan desde arriba y los recuadros tienen finas líneas grises. El color es azul acero con enlaces de un azul vivo. Los textos van en Open Sans gris, completada con el signo de la lira que le falta.',
      },
      {
        de: 'Es tut gut, wo Kunden deinen Shop seit Jahren kennen und keine Veränderung wollen: Ersatzteile, Landwirtschaft, Büros, Apotheken.',
        es: 'Es un alivio donde los clientes conocen tu tienda desde hace años y no quieren cambios: recambios, agricultura, oficinas, farmacias.',
      },
    ],
    [
      {
        de: 'Glänzende Buttons, feine graue Linien',
        es: 'Botones brillantes, finas líneas grises',
      },
      BOTH_MODES,
      loads('Open Sans'),
    ],
  ),
  superhero: theme(
    'Superhero',
    {
      de: 'Marineblauer Grund, orangefarbener Umhang: ein dunkler Shop mit viel Energie.',
      es: 'Fondo azul marino y capa naranja: una tienda oscura con mucha energía.',
    },
    [
      {
        de: 'Superhero setzt einen orangefarbenen Kopf und orangefarbene Buttons auf dunkles Marineblau; Kästen sind schieferblau und Ecken scharf. Texte sind in Lato gesetzt; die türkischen Buchstaben, die ihr fehlen, kommen von Carlito.',
        es: 'Superhero pone una parte superior y botones naranjas sobre azul marino oscuro; los recuadros son azul pizarra y las esquinas, afiladas. Los textos van en Lato; las letras turcas que le faltan vienen de Carlito.',
      },
      {
        de: 'Es passt zu Comics, Sport, Nahrungsergänzung und Spielen. Einen hellen Modus gibt es nicht, und Orange ist eine starke Farbe: Es beißt sich mit einem roten oder rosa Logo.',
        es: 'Va bien con cómics, deporte, complementos alimenticios y juegos. No tiene modo claro, y el naranja es un color fuerte: choca con un logotipo rojo o rosa.',
      },
    ],
    [{ de: 'Orange auf Marineblau', es: 'Naranja sobre azul marino' }, ALWAYS_DARK, LATO],
  ),
  united: theme(
    'United',
    {
      de: 'Warmes Orange und die Schrift Ubuntu: ein freundlicher, gesprächiger Shop.',
      es: 'Naranja cálido y la letra Ubuntu: una tienda amable y conversadora.',
    },
    [
      {
        de: 'Das Orange und die Buchstaben von United kennst du aus der Computerwelt: Die runden Formen der Ubuntu geben einer Seite eine warme Stimme. Die Seite ist weiß, die Ecken sind leicht gerundet. Das Lira-Zeichen, das der Schrift fehlt, wurde ergänzt.',
        es: 'El naranja y las letras de United te suenan del mundo de los ordenadores: las formas redondas de Ubuntu dan a la página una voz cálida. La página es blanca y las esquinas, algo redondeadas. Se añadió el signo de la lira que le falta a la letra.',
      },
      {
        de: 'Es passt zu Essen, Küche, Handwerk und Vereinsshops. Weiße Menüwörter auf Orange sind etwas blass, was wenig ausmacht, solange das Menü kurz ist.',
        es: 'Va bien con comida, cocina, artesanía y tiendas de asociaciones. Las palabras blancas del menú sobre naranja son algo pálidas, lo que importa poco mientras el menú sea corto.',
      },
    ],
    [
      {
        de: 'Warmes Orange, Buchstaben mit runden Formen',
        es: 'Naranja cálido, letras de formas redondas',
      },
      BOTH_MODES,
      loads('Ubuntu'),
    ],
  ),
  vapor: theme(
    'Vapor',
    {
      de: 'Eine Neonreklame der Achtziger: Nachtviolett, Text in Cyan, rosa Licht.',
      es: 'Un letrero de neón de los ochenta: violeta noche, texto cian, luz rosa.',
    },
    [
      {
        de: 'Vapor steht auf Nachtviolett; der Text ist cyan, Buttons sind violett und rosa, und alles leuchtet wie Neon. Texte sind in Lato gesetzt; die türkischen Buchstaben, die ihr fehlen, kommen von Carlito.',
        es: 'Vapor se apoya en un violeta noche; el texto es cian, los botones violetas y rosas, y todo brilla como el neón. Los textos van en Lato; las letras turcas que le faltan vienen de Carlito.',
      },
      {
        de: 'Es passt zu Spielen, Schallplatten, Retro und Nachtleben. Einen hellen Modus gibt es nicht, und Cyan ermüdet in langen Texten die Augen: Es ist für Shops, die wenig schreiben.',
        es: 'Va bien con juegos, discos, cosas retro y vida nocturna. No tiene modo claro, y el cian cansa la vista en textos largos: es para tiendas que escriben poco.',
      },
    ],
    [
      {
        de: 'Buttons und Überschriften, die wie Neon leuchten',
        es: 'Botones y títulos que brillan como el neón',
      },
      ALWAYS_DARK,
      {
        de: 'Kein Leuchten bei Wunsch nach mehr Kontrast, schlicht im Druck',
        es: 'Sin brillo para quien pide más contraste, sencillo al imprimir',
      },
    ],
  ),
  yeti: theme(
    'Yeti',
    {
      de: 'Eisblau, gerade Linien, leichte Schrift: kühl und ordentlich.',
      es: 'Azul hielo, líneas rectas y letra fina: fresco y ordenado.',
    },
    [
      {
        de: 'Ecken sind in Yeti scharf und Farben flach; Kopf und Buttons sind eisblau, die Seite ist weiß. Überschriften sind in einem leichten Schnitt der Open Sans gesetzt, Preise in ihrem fetten, ergänzt um das Lira-Zeichen, das ihr fehlt.',
        es: 'En Yeti las esquinas son afiladas y los colores planos; la parte superior y los botones son azul hielo y la página, blanca. Los títulos van en un corte fino de Open Sans y los precios en su negrita, completada con el signo de la lira que le falta.',
      },
      {
        de: 'Es passt zu Wintersport, Outdoor, Klimageräten, Reinigung und Technik. Rabattschilder sind klein: Für Shops, die ihre Angebote herausschreien, bleibt es zu kühl.',
        es: 'Encaja con deportes de invierno, aire libre, climatización, limpieza y tecnología. Las etiquetas de descuento son pequeñas: para tiendas que gritan sus ofertas es demasiado comedido.',
      },
    ],
    [
      { de: 'Scharfe Ecken, leichte Überschriften', es: 'Esquinas afiladas, títulos finos' },
      BOTH_MODES,
      loads('Open Sans'),
    ],
  ),
  zephyr: theme(
    'Zephyr',
    {
      de: 'Lebhaftes Blau, viel Raum, Schrift Inter: so sieht eine Softwarefirma von heute aus.',
      es: 'Azul vivo, mucho espacio y letra Inter: el aspecto de una empresa de software actual.',
    },
    [
      {
        de: 'Zephyr gibt Menü und Buttons viel Platz, Kästen einen kaum sichtbaren Schatten und allem ein lebhaftes Blau. Texte sind in Inter gesetzt, die für Bildschirme gezeichnet wurde, mit allen türkischen Buchstaben und dem Lira-Zeichen.',
        es: 'Zephyr da al menú y a los botones mucho sitio, a los recuadros una sombra que apenas se ve y a todo un azul vivo. Los textos van en Inter, dibujada para pantallas, con todas las letras turcas y el signo de la lira.',
      },
      {
        de: 'Es passt zu Abos, digitalen Produkten, Elektronik und neuen Marken. Weil die Menüpunkte weit auseinanderstehen, brechen mehr als fünf oder sechs Kategorien auf schmaleren Bildschirmen um.',
        es: 'Encaja con suscripciones, productos digitales, electrónica y marcas nuevas. Como los elementos del menú están muy separados, más de cinco o seis categorías pasan a otra línea en pantallas estrechas.',
      },
    ],
    [
      {
        de: 'Viel Raum, kaum sichtbare Schatten',
        es: 'Mucho espacio, sombras apenas visibles',
      },
      BOTH_MODES,
      loads('Inter'),
    ],
  ),
}
