/** What a review needs once somebody looks at a mistake, and not before: pages load it by then. */

export { default as BetterLine } from './BetterLine.svelte'
export { default as Lesson } from './Lesson.svelte'
export { judgeTry, wholeLine } from './lessons'
