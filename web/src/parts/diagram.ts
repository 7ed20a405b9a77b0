/** A position while it is being set up: chips anywhere, possible in a game or not. */
import { Position, other, type Color, type Square } from '../rules/position'

export type Diagram = { white: Square[]; black: Square[]; turn: Color }

/** What a click on a square does. */
export type Tool = Color | 'remove'

const CHIPS = 10

export function diagramOf(position: Position): Diagram {
  const { turn } = position
  return { white: position.chips('white'), black: position.chips('black'), turn }
}

/** The position as far as the chips tell; `faults` says whether a game can produce it. */
export function positionOf({ white, black, turn }: Diagram): Position {
  // The fewest steps after which it can be this player's turn.
  const steps = isFull(white, black) && turn === 'black' ? 1 : 0
  const made = white.length + black.length + steps
  return Position.diagram(white, black, turn, steps, Math.floor(made / 2) + 1)
}

/** The diagram after a click on a square: the same chip again takes it off. */
export function put(diagram: Diagram, square: Square, tool: Tool): Diagram {
  const next = { ...diagram }
  for (const color of ['white', 'black'] as const) {
    const others = diagram[color].filter((chip) => chip !== square)
    const comes = tool === color && others.length === diagram[color].length
    next[color] = comes ? [...others, square] : others
  }
  return { ...next, turn: turnAfter(next) }
}

/** Whose turn the counts leave; where they leave both, it stays. */
function turnAfter({ white, black, turn }: Diagram): Color {
  if (isFull(white, black)) return turn
  return white.length > black.length ? 'black' : 'white'
}

function isFull(white: Square[], black: Square[]): boolean {
  return white.length === CHIPS && black.length === CHIPS
}

export type Mirror = 'left and right' | 'top and bottom' | 'colours'

/** The diagram mirrored. Exchanging the colours exchanges columns and rows, so goals stay goals. */
export function mirrored({ white, black, turn }: Diagram, mirror: Mirror): Diagram {
  const image = (square: Square): Square => {
    const [x, y] = [square[0]!, square[1]!]
    if (mirror === 'colours') return y + x
    return mirror === 'left and right' ? `${7 - Number(x)}${y}` : `${x}${7 - Number(y)}`
  }
  const [one, two] = [white.map(image), black.map(image)]
  if (mirror !== 'colours') return { white: one, black: two, turn }
  return { white: two, black: one, turn: other(turn) }
}
