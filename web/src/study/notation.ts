/** A tree as the pieces of text that a page shows: numbered moves, comments, parentheses. */

import type { Node, Path, Tree } from './tree'

export type Piece =
  | { kind: 'move'; path: Path; number: string; text: string }
  | { kind: 'comment'; text: string }
  | { kind: 'open' | 'close' }

/** The pieces of a tree whose first move has a ply: 0 for White's first, 1 for Black's. */
export function pieces(tree: Tree, firstPly: number): Piece[] {
  const found: Piece[] = []
  const say = (comments: readonly string[]) => {
    for (const text of comments) found.push({ kind: 'comment', text })
  }
  const show = (node: Node, path: Path, isNumbered: boolean) => {
    const ply = firstPly + path.length - 1
    const number = ply % 2 === 0 ? `${(ply >> 1) + 1}.` : isNumbered ? `${(ply >> 1) + 1}…` : ''
    found.push({ kind: 'move', path, number, text: node.move + node.mark })
    say(node.comments)
  }
  const follow = (node: Tree, before: Path, isFresh: boolean) => {
    const [main, ...others] = node.children
    if (!main) return
    const to = (child: Node) => [...before, child.move]
    show(main, to(main), isFresh)
    for (const child of others) {
      found.push({ kind: 'open' })
      show(child, to(child), true)
      follow(child, to(child), !!child.comments.length)
      found.push({ kind: 'close' })
    }
    follow(main, to(main), !!(main.comments.length || others.length))
  }
  say(tree.comments)
  follow(tree, [], true)
  return found
}

/** Whether there is more to a tree than one line of moves. */
export function hasMore(tree: Tree): boolean {
  const { comments, children } = tree
  const mark = 'mark' in tree && tree.mark
  return !!(comments.length || mark) || children.length > 1 || children.some(hasMore)
}
