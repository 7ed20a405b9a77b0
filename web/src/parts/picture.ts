/**
 * A board of the page as a picture that stands alone: what it looks like now, without a style sheet. Nothing
 * is drawn a second time: the looks are read from the page.
 */

/** What makes the look of a shape and of those within it. SVG knows each as an attribute too. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'visibility',
]

/** What makes the look of a shape alone, with what it is if nothing is said. */
const OWN = { display: 'inline', opacity: '1', rx: 'auto', 'stop-color': 'rgb(0, 0, 0)' }

const KEPT = ['id', 'viewBox', 'transform', 'd', 'x', 'y', 'width', 'height', 'r', 'ry', 'cx', 'cy', 'dy', 'offset']
const PATTERN = ['patternUnits', 'patternTransform']
const SIZE = '480'

/** The picture of a board as the text of an SVG file; `title` says what it shows. */
export function boardPicture(board: SVGSVGElement, title: string): string {
  // As it looks when everything has come to rest.
  for (const animation of board.getAnimations({ subtree: true })) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }
  const picture = copied(board, null)
  picture.setAttribute('role', 'img')
  picture.setAttribute('width', SIZE)
  picture.setAttribute('height', SIZE)
  const heading = document.createElementNS(board.namespaceURI, 'title')
  heading.textContent = title
  picture.prepend(heading)
  return new XMLSerializer().serializeToString(picture)
}

/** A copy of an element with its look in attributes, and without what is not seen: the cells that take
 * clicks, and everything that only the page needs. */
function copied(element: Element, parent: CSSStyleDeclaration | null): Element {
  const copy = document.createElementNS(element.namespaceURI, element.tagName)
  const look = getComputedStyle(element)
  for (const name of [...KEPT, ...PATTERN]) {
    const value = element.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  for (const name of INHERITED) {
    const value = look.getPropertyValue(name)
    if (value !== parent?.getPropertyValue(name)) copy.setAttribute(name, value)
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = look.getPropertyValue(name)
    if (value !== usual && parent) copy.setAttribute(name, value)
  }
  for (const node of element.childNodes) {
    if (node instanceof Text) copy.append(node.data)
    else if (node instanceof Element && node.getAttribute('role') !== 'row') copy.append(copied(node, look))
  }
  return copy
}
