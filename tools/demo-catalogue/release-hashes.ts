/** Written by write-release-hashes.ts. A release is immutable: its bytes are these for ever. */
export const RELEASE_HASHES: Record<string, string> = {
  'delivery-day 1.0.0': 'b68062edbe4b826a10371ae0e0a79052a67b0592935c4d31e66f6b8fb5ee3788',
  'cookie-consent 1.0.0': 'a3d66b5ef3e90782c9952fed652f524a77c8a2d2040cc096988b99e43ac42b8a',
  'cookie-consent 1.1.0': 'cacb0cc2b094e4a7eb80671341d3705fc7cd3206b641c708b84b68f7cd33151d',
  'celebration 1.0.0': '3ec20fc909d98441df9c27ce70fa2741718dbc22492b079fb7b7ec3b7df91b04',
  'minty 5.3.8': 'ff4a1a734734de8aa61f7789b7c34b95db32ed282b68eefc2ef10ed329819713',
  'flatly 5.3.8': '75e9b17ff65cadd2cc9ce689ae199cd84d92582ac7ec8c7a9f7eb85aaf14518f',
  'lux 5.3.8': '5a98f572290ef40d96d26354f61a31c3a7b59ff1bd426608890c41ef1ce8410b',
}
