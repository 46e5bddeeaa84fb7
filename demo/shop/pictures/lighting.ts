import { along } from './drawing.ts'
import type { Drawing } from './drawing.ts'

export const lighting: Record<string, Drawing> = {
  'dome-lamp': {
    ground: '#fbdcd6',
    wall: '#d7e2e4',
    closeUp: { x: 200, y: 196, side: 190 },
    place: 'ceiling',
    shapes: `
      <path d="M106 236h188l64 110H42Z" fill="#ffd76a" opacity=".5"/>
      <path d="M197 0h6v84h-6Z" fill="#20374d"/><path d="M182 78h36l8 30h-52Z" fill="#20374d"/>
      <path d="M92 232c0-76 46-126 108-126s108 50 108 126Z" fill="#e2553f"/>
        <path d="M200 106c62 0 108 50 108 126H200Z" fill="#cf4530"/>
      <path d="M92 224h216a8 8 0 0 1 0 16H92a8 8 0 0 1 0-16Z" fill="#20374d"/>
      <path d="M160 240h80c0 22-18 34-40 34s-40-12-40-34Z" fill="#fff3c4"/>
      ${along(5, 40, 0, '<path d="M120 222c-7-12-7-22 0-34 7 12 7 22 0 34Z" fill="#f9c9a9"/>')}`,
  },
  'table-lamp': {
    ground: '#e9e2f2',
    wall: '#f1e0c9',
    closeUp: { x: 200, y: 258, side: 150 },
    place: 'table',
    shapes: `
      <path d="M128 214h144l50 116H78Z" fill="#ffd76a" opacity=".45"/>
      <path d="M192 186h16v40h-16Z" fill="#7a5230"/>
      <path d="M200 216c38 0 54 24 54 50 0 34-22 52-34 58h-40c-12-6-34-24-34-58 0-26 16-50 54-50Z" fill="#3c6e64"/>
      <path d="M147 258c34 12 72 12 106 0 1 8 0 17-2 25-32 10-70 10-102 0-2-8-3-17-2-25Z" fill="#f3e9d4"/>
      <path d="M150 322h100a7 7 0 0 1 7 12H143a7 7 0 0 1 7-12Z" fill="#2a4d46"/>
      <path d="M148 68h104l44 134c-58 20-134 20-192 0Z" fill="#fff4dc"/>
        <path d="M200 68h52l44 134c-28 10-62 15-96 15Z" fill="#f6e3bd"/>
      <path d="M148 68h104l4 12H144Zm-40 122c58 20 126 20 184 0l4 12c-58 20-134 20-192 0Z" fill="#d9a441"/>
      ${along(4, 24, 0, '<path d="M164 271l8-8 8 8-8 8Z" fill="#d1603a"/>')}`,
  },
  lantern: {
    ground: '#dcebdd',
    wall: '#d3dbe6',
    closeUp: { x: 200, y: 226, side: 160 },
    place: 'table',
    shapes: `
      <path d="M200 38c34 0 48 24 48 50h-14c0-20-10-36-34-36s-34 16-34 36h-14c0-26 14-50 48-50Z" fill="#9a6a1f"/>
      <path d="M124 138 164 84h72l40 54Z" fill="#c88d2d"/>
        <path d="M112 136h176a6 6 0 0 1 6 6v10H106v-10a6 6 0 0 1 6-6Z" fill="#9a6a1f"/>
      <path d="M122 152h156v150H122Z" fill="#f7fbfb"/><path d="M122 152h78v150h-78Z" fill="#e3f0f1"/>
      <path d="M166 230h68v72h-68Z" fill="#fff3dc"/><path d="M166 230h34v72h-34Z" fill="#f3e2c1"/>
      <path d="M198 214h4v18h-4Z" fill="#20374d"/><path d="M200 220c-16-10-14-28 0-50 14 22 16 40 0 50Z" fill="#f08a24"/>
        <path d="M200 216c-7-6-6-14 0-24 6 10 7 18 0 24Z" fill="#ffe08a"/>
      <path d="M118 152h12v150h-12ZM270 152h12v150h-12ZM196 152h8v22h-8Z" fill="#c88d2d"/>
      <path d="M104 300h192l10 30H94Z" fill="#9a6a1f"/>
      ${along(5, 38, 0, '<circle cx="124" cy="315" r="5" fill="#f2cf8a"/>')}`,
  },
}
