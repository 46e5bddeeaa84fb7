import { along, around } from './drawing.ts'
import type { Drawing } from './drawing.ts'

const fringe = (y: number, height: number, colour: string) =>
  along(15, 14, 0, `<path d="M100 ${y}h5v${height}h-5Z" fill="${colour}"/>`)

export const textiles: Record<string, Drawing> = {
  kilim: {
    ground: '#fbe1d8',
    wall: '#dfe7df',
    closeUp: { x: 200, y: 200, side: 170 },
    place: 'wall',
    shapes: `
      ${fringe(36, 24, '#2b8f97')}${fringe(340, 24, '#2b8f97')}
      <path d="M92 56h216v288H92Z" fill="#c7472f"/><path d="M106 70h188v260H106Z" fill="#1f3a54"/>
        <path d="M118 82h164v236H118Z" fill="#d95a38"/>
      <path d="M200 96l74 104-74 104-74-104Z" fill="#1f3a54"/><path d="M200 128l52 72-52 72-52-72Z" fill="#f0b64c"/>
      ${around(8, 200, 200, '<path d="M200 152l9 24h-18Z" fill="#c7472f"/>')}<circle cx="200" cy="200" r="22" fill="#c7472f"/>
        <circle cx="200" cy="200" r="10" fill="#fff3dc"/>
      <path d="M118 82l46 0-46 62ZM282 82l-46 0 46 62ZM118 318l46 0-46-62ZM282 318l-46 0 46-62Z" fill="#2b8f97"/>
      ${along(10, 0, 25, '<path d="M92 70h14l-7 12ZM294 70h14l-7 12Z" fill="#f0b64c"/>')}`,
  },
  cushion: {
    ground: '#f3e3e6',
    wall: '#dde5ee',
    closeUp: { x: 200, y: 208, side: 150 },
    place: 'table',
    shapes: `
      <path d="M84 92c78 14 154 14 232 0-14 76-14 152 0 230-78-14-154-14-232 0 14-78 14-154 0-230Z" fill="#2b5f7d"/>
      <path d="M106 114c64 10 124 10 188 0-10 62-10 124 0 186-64-10-124-10-188 0 10-62 10-124 0-186Z" fill="none"
        stroke="#f3e9d4" stroke-width="3" stroke-dasharray="9 7"/>
      <path d="M200 140c50 0 74 30 74 66 0 42-32 70-74 70s-74-28-74-70c0-36 24-66 74-66Z" fill="#c7402f"/>
      <path d="M200 148l-22-30 14 6 8-14 8 14 14-6Z" fill="#c7402f"/>
      <path d="M200 166c30 0 46 18 46 42 0 26-20 44-46 44s-46-18-46-44c0-24 16-42 46-42Z" fill="#f6d9c4"/>
      ${around(9, 200, 209, '<path d="M200 172c6 7 6 13 0 20-6-7-6-13 0-20Z" fill="#9c2430"/>')}
      ${around(5, 200, 209, '<path d="M200 192c5 5 5 9 0 14-5-5-5-9 0-14Z" fill="#9c2430"/>')}
      <circle cx="84" cy="92" r="11" fill="#f0b64c"/><circle cx="316" cy="92" r="11" fill="#f0b64c"/>
        <circle cx="84" cy="322" r="11" fill="#f0b64c"/><circle cx="316" cy="322" r="11" fill="#f0b64c"/>`,
  },
  peshtemal: {
    ground: '#d6ecea',
    wall: '#f2e4d6',
    closeUp: { x: 200, y: 232, side: 150 },
    place: 'wall',
    shapes: `
      <path d="M70 84h260a8 8 0 0 1 0 16H70a8 8 0 0 1 0-16Z" fill="#8a5d34"/><circle cx="66" cy="92" r="13" fill="#6d4826"/>
        <circle cx="334" cy="92" r="13" fill="#6d4826"/>
      ${along(12, 15, 0, '<path d="M112 318h5v30h-5Z" fill="#fdf3df"/>')}
      <path d="M104 78h192v242H104Z" fill="#fdf3df"/><path d="M104 78h192v22H104Z" fill="#efe1c6"/>
      <path d="M104 128h192v14H104ZM104 152h192v6H104ZM104 258h192v6H104ZM104 274h192v14H104Z" fill="#1f7f86"/>
      <path d="M104 178h192v60H104Z" fill="#1f7f86"/>
      ${along(6, 32, 0, '<path d="M120 188l12 20-12 20-12-20Z" fill="#f0b64c"/><path d="M120 200l5 8-5 8-5-8Z" fill="#1f7f86"/>')}
      <path d="M262 100v220h12V100Z" fill="#000" opacity=".05"/><path d="M150 100v220h8V100Z" fill="#000" opacity=".04"/>`,
  },
  'wall-hanging': {
    ground: '#e6e4d4',
    wall: '#e9dcd8',
    closeUp: { x: 214, y: 178, side: 150 },
    place: 'wall',
    shapes: `
      <path d="M200 34 96 92M200 34l104 58" stroke="#7a5230" stroke-width="5"/><circle cx="200" cy="34" r="8" fill="#20374d"/>
      ${fringe(300, 52, '#fdf3df')}
      <path d="M98 92h204v214H98Z" fill="#fdf3df"/>
      <circle cx="252" cy="150" r="30" fill="#f0b64c"/>
      <path d="M98 236l60-70 52 58 34-36 58 52v66H98Z" fill="#3c6e64"/>
      <path d="M98 262l46-44 48 46 46-40 64 52v30H98Z" fill="#20374d"/>
        <path d="M98 290c70-16 134-16 204 0v16H98Z" fill="#d95a38"/>
      ${along(9, 23, 0, '<path d="M108 106l8 9-8 9-8-9Z" fill="#d95a38"/>')}
      <path d="M76 84h248a8 8 0 0 1 0 16H76a8 8 0 0 1 0-16Z" fill="#b98149"/>`,
  },
}
