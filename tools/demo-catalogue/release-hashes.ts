/** Written by write-release-hashes.ts. A release is immutable: its bytes are these for ever. */
export const RELEASE_HASHES: Record<string, string> = {
  'delivery-day 1.0.0': '8bdf5da6cc2d3ab7f316f3bf59c2dac8d5f540129da315b89421bdfa0a69a1f9',
  'cookie-consent 1.0.0': 'cdb153579421b349663e6ea360a79d7e8174ba7e918f04acd0d346de5a1c7ab5',
  'cookie-consent 1.1.0': 'ba3ecc64a45d3cec7174b62668826a2aa0c38b2475d929ab43d615fa4a657711',
  'celebration 1.0.0': 'c51c80ab57ad141f835283efdbe02ba12f3e3eaef77b1dd9c06342f90b2b0ac6',
  'minty 5.3.8': 'ff4a1a734734de8aa61f7789b7c34b95db32ed282b68eefc2ef10ed329819713',
  'flatly 5.3.8': '75e9b17ff65cadd2cc9ce689ae199cd84d92582ac7ec8c7a9f7eb85aaf14518f',
  'lux 5.3.8': '5a98f572290ef40d96d26354f61a31c3a7b59ff1bd426608890c41ef1ce8410b',
}
