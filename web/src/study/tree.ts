/**
 * The moves of a study: a tree of lines with comments and marks. Trees are values: every change
 * makes a new one. Whether moves are legal is not known here.
 */

export const MARKS = ['!!', '!', '!?', '?!', '?', '??'] as const
export type MoveMark = (typeof MARKS)[number]

/** A move, what is said about it, and the moves that may follow; the first of them is the main line. */
export type Node = {
  move: string
  mark: MoveMark | ''
  comments: readonly string[]
  children: readonly Node[]
}

/** What may be played at the start, and what is said before it. */
export type Tree = Pick<Node, 'comments' | 'children'>

/** A place in a tree: the moves that lead there. */
export type Path = readonly string[]

export const EMPTY: Tree = { comments: [], children: [] }

export function newNode(move: string): Node {
  return { move, mark: '', comments: [], children: [] }
}

/** A tree with one line. */
export function treeOf(moves: Path): Tree {
  return { ...EMPTY, children: [...moves].reduceRight<Node[]>((rest, move) => [{ ...newNode(move), children: rest }], []) }
}

/** The node at a place, which for the start is the tree; null if there is no such place. */
export function nodeAt(tree: Tree, path: Path): Tree | Node | null {
  return path.reduce<Tree | Node | null>(
    (node, move) => node?.children.find((child) => child.move === move) ?? null,
    tree,
  )
}

/** The main line from a place to its end, the moves before it included. */
export function lineThrough(tree: Tree, path: Path): string[] {
  const line = [...path]
  let next = nodeAt(tree, path)?.children[0]
  for (; next; next = next.children[0]) line.push(next.move)
  return line
}

/** The tree with a move at a place: nothing changes if it is there, otherwise it is the last choice. */
export function add(tree: Tree, path: Path, move: string): Tree {
  if (nodeAt(tree, [...path, move])) return tree
  return change(tree, path, (node) => ({ ...node, children: [...node.children, newNode(move)] }))
}

/** The tree without a move and all that follows it. */
export function remove(tree: Tree, path: Path): Tree {
  const last = path.at(-1)
  return change(tree, path.slice(0, -1), (node) => ({
    ...node,
    children: node.children.filter(({ move }) => move !== last),
  }))
}

/** Where the variation that leads to a place branches off: the path to its first move; null on the main line. */
export function branchOf(tree: Tree, path: Path): Path | null {
  for (let length = path.length; length > 0; length--) {
    const siblings = nodeAt(tree, path.slice(0, length - 1))!.children
    if (siblings[0]!.move !== path[length - 1]) return path.slice(0, length)
  }
  return null
}

/** The tree with the variation that leads to a place before the line it branches off from. */
export function promote(tree: Tree, path: Path): Tree {
  const branch = branchOf(tree, path)
  if (!branch) return tree
  const isFirst = ({ move }: Node) => move === branch.at(-1)
  return change(tree, branch.slice(0, -1), (node) => ({
    ...node,
    children: [...node.children.filter(isFirst), ...node.children.filter((one) => !isFirst(one))],
  }))
}

/** The tree with other comments or another mark at a place; the start has no mark. */
export function describe(
  tree: Tree,
  path: Path,
  words: { mark?: MoveMark | ''; comments?: readonly string[] },
): Tree {
  return change(tree, path, (node) => ({ ...node, ...words }))
}

/** All places in the order in which a record writes the moves: a move, what could be played instead
 * of it, then what follows it. The start is the first place. */
export function places(tree: Tree): Path[] {
  const follow = (node: Tree, path: Path): Path[] => {
    const [main, ...others] = node.children
    if (!main) return []
    const to = (child: Node) => [...path, child.move]
    return [
      to(main),
      ...others.flatMap((child) => [to(child), ...follow(child, to(child))]),
      ...follow(main, to(main)),
    ]
  }
  return [[], ...follow(tree, [])]
}

function change<T extends Tree>(node: T, path: Path, edit: (node: T) => T): T {
  const [first, ...rest] = path
  if (first === undefined) return edit(node)
  const children = node.children.map((child) =>
    child.move === first ? change(child, rest, edit as unknown as (node: Node) => Node) : child,
  )
  return { ...node, children }
}
