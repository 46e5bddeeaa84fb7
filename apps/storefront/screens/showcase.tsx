export { Showcase as default } from '#ui/showcase.tsx'
