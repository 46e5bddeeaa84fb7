import { along, around } from './drawing.ts'
import type { Drawing } from './drawing.ts'

const tulip = (x: number, y: number, size: number, petal: string, heart: string) => `
  <g transform="translate(${x} ${y}) scale(${size})">
    <path d="M0 30C-22 22-24-8-16-30-9-20-4-18 0-34 4-18 9-20 16-30 24-8 22 22 0 30Z" fill="${petal}"/>
    <path d="M0 24C-8 14-8-2 0-16 8-2 8 14 0 24Z" fill="${heart}"/>
  </g>`

export const ceramics: Record<string, Drawing> = {
  'tulip-vase': {
    ground: '#d5dde1',
    wall: '#e6d9c7',
    closeUp: { x: 200, y: 222, side: 170 },
    place: 'table',
    shapes: `
      <path d="M174 74h52c-4 34 4 56 28 84 26 30 36 62 24 98-10 34-36 74-78 74
        s-68-40-78-74c-12-36-2-68 24-98 24-28 32-50 28-84Z" fill="#22384f"/>
      <path d="M200 74h26c-4 34 4 56 28 84 26 30 36 62 24 98-10 34-36 74-78 74Z" fill="#1b2e42"/>
      <path d="M119 232c46 18 116 18 162 0 2 8 0 16-3 24-1 5-4 11-6 16
        -44 16-100 16-144 0-3-5-5-11-6-16-3-8-5-16-3-24Z" fill="#2f8fd0"/>
      <path d="M168 66h64a6 6 0 0 1 0 12h-64a6 6 0 0 1 0-12Z" fill="#2f8fd0"/>
      ${tulip(200, 182, 0.82, '#f39a1f', '#ffd27a')}${tulip(150, 200, 0.5, '#f39a1f', '#ffd27a')}${tulip(
        250,
        200,
        0.5,
        '#f39a1f',
        '#ffd27a',
      )}
      ${along(7, 21, 0, '<circle cx="137" cy="256" r="4.5" fill="#d5ecfb"/>')}`,
  },
  'tile-plate': {
    ground: '#cfe6e3',
    wall: '#f0e2cf',
    closeUp: { x: 200, y: 205, side: 150 },
    place: 'wall',
    shapes: `
      <circle cx="200" cy="205" r="140" fill="#fffdf7"/>
        <circle cx="200" cy="205" r="140" fill="none" stroke="#21467f" stroke-width="7"/>
      ${around(24, 200, 205, '<path d="M200 74c9 7 9 15 0 24-9-9-9-17 0-24Z" fill="#2aa3ac"/>')}
      <circle cx="200" cy="205" r="99" fill="none" stroke="#21467f" stroke-width="3"/>
      ${around(
        8,
        200,
        205,
        '<path d="M200 188c-22-18-22-46 0-72 22 26 22 54 0 72Z" fill="#21467f"/>' +
          '<path d="M200 176c-9-12-9-26 0-42 9 16 9 30 0 42Z" fill="#eef6f6"/>',
      )}
      ${around(
        8,
        200,
        205,
        '<g transform="rotate(22.5 200 205)">' +
          '<path d="M200 168c-9-9-9-20 0-31 9 11 9 22 0 31Z" fill="#e2553f"/></g>',
      )}
      <circle cx="200" cy="205" r="22" fill="#2aa3ac"/><circle cx="200" cy="205" r="11" fill="#f3b43f"/>`,
  },
  'striped-bowl': {
    ground: '#f4e5bf',
    wall: '#d9e6de',
    closeUp: { x: 200, y: 262, side: 170 },
    place: 'table',
    shapes: `
      <path d="M156 306h88l10 24H146Z" fill="#8d3d24"/>
      <path d="M62 178h276c0 88-54 140-138 140S62 266 62 178Z" fill="#c65a32"/>
      <path d="M66 208c60 22 208 22 268 0-2 11-5 21-9 30-58 20-192 20-250 0-4-9-7-19-9-30Z" fill="#fdf3df"/>
      <path d="M84 258c56 17 176 17 232 0-5 8-11 16-17 23-48 13-150 13-198 0-6-7-12-15-17-23Z" fill="#1f7f77"/>
      <ellipse cx="200" cy="178" rx="138" ry="34" fill="#7f341f"/><ellipse cx="200" cy="183" rx="118" ry="25" fill="#f0b64c"/>
      ${along(9, 27, 0, '<circle cx="92" cy="224" r="5" fill="#c65a32"/>')}`,
  },
  'tea-cup': {
    ground: '#d7ebf7',
    wall: '#f3dfd2',
    closeUp: { x: 176, y: 236, side: 150 },
    place: 'table',
    shapes: `
      <path d="M282 198c46-6 62 16 52 44-9 24-38 36-70 34l6-22c20 0 34-6 39-19 5-14-5-20-27-17Z" fill="#1c4f87"/>
      <path d="M84 318c0-14 50-24 116-24s116 10 116 24-42 20-116 20-116-6-116-20Z" fill="#1c4f87"/>
        <ellipse cx="200" cy="311" rx="92" ry="12" fill="#2d6fb4"/>
      <path d="M92 160h216c0 92-34 152-108 152S92 252 92 160Z" fill="#2d6fb4"/>
      <path d="M97 204c52 16 154 16 206 0-2 14-5 27-9 39-46 14-142 14-188 0-4-12-7-25-9-39Z" fill="#fdf3df"/>
      <ellipse cx="200" cy="160" rx="108" ry="27" fill="#1c4f87"/><ellipse cx="200" cy="164" rx="92" ry="19" fill="#a85b2c"/>
      ${along(6, 33, 0, '<path d="M117 229c6-9 6-13 0-20-6 7-6 11 0 20Z" fill="#e2553f"/>')}
      <path d="M176 118c-14-18 12-26 0-46M216 122c-14-18 12-26 0-46" fill="none"
        stroke="#fff" stroke-width="8" stroke-linecap="round"/>`,
  },
  teapot: {
    ground: '#fde6d8',
    wall: '#dbe5ec',
    closeUp: { x: 208, y: 232, side: 170 },
    place: 'table',
    shapes: `
      <path d="M296 188c52-34 76 0 62 44-10 32-40 52-76 54l4-24c26-4 44-16 50-36 7-23-6-32-34-14Z" fill="#b1431d"/>
      <path d="M110 220c-34 2-44-26-66-52l-14 4c-4-14 6-22 22-20 30 4 34 38 66 38Z" fill="#b1431d"/>
      <path d="M200 146c72 0 116 44 116 98 0 48-44 86-116 86S84 292 84 244c0-54 44-98 116-98Z" fill="#ea6a2a"/>
      <path d="M86 256c62 22 166 22 228 0-3 15-10 28-20 39-52 17-136 17-188 0-10-11-17-24-20-39Z" fill="#20374d"/>
      <path d="M132 158c10-20 34-30 68-30s58 10 68 30c-20 10-116 10-136 0Z" fill="#b1431d"/>
        <circle cx="200" cy="116" r="15" fill="#20374d"/>
      ${along(6, 32, 0, '<path d="M120 274l12-9 12 9-12 9Z" fill="#f5c057"/>')}
      <path d="M112 214c12-24 32-38 60-42" fill="none" stroke="#f9a878" stroke-width="9" stroke-linecap="round"/>`,
  },
}
