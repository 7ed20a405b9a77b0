/** A study as an address: where it starts, all its lines, and the place that is shown. */

import { START, studyAddress } from '../parts/line'
import { Position, parseMove, readMove } from '../rules/position'
import { readTree, writeTree } from './movetext'
import { EMPTY, lineThrough, places, treeOf, type Path, type Tree } from './tree'

export type Study = { start: string; tree: Tree; path: Path }

/** The address of a study. `at` counts the moves as they are written, those of variations too. */
export function addressOf({ start, tree, path }: Study): string {
  const end = lineThrough(tree, []).join()
  const at = path.join() === end ? '' : `&at=${places(tree).findIndex((place) => place.join() === path.join())}`
  const moves = tree.comments.length || tree.children.length ? `moves=${encode(writeTree(tree))}` : ''
  const [page, position = ''] = studyAddress({ start, moves: [] }).split('?')
  const words = [position, moves + at].filter(Boolean).join('&')
  return words ? `${page}?${words}` : page!
}

/** A text as browsers keep it in an address, with + for spaces. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll("'", '%27')
}

/** The study that the search part of an address names; throws a sentence if it names none. */
export function readAddress(search: string): Study {
  const words = new URLSearchParams(search)
  const start = words.get('position')?.trim() || START
  const tree = readTree(words.get('moves') ?? '')
  judge(start, tree)
  const place = words.has('at') ? places(tree)[Number(words.get('at'))] : undefined
  return { start, tree, path: place ?? lineThrough(tree, []) }
}

/** What can be kept of an address that names no study: its main line up to the first word that is not
 * a legal move. */
export function soundPart(search: string): Study {
  const words = new URLSearchParams(search)
  const start = words.get('position')?.trim() || START
  const path: string[] = []
  let position
  try {
    position = Position.parse(start)
  } catch {
    return { start: START, tree: EMPTY, path }
  }
  for (const text of (words.get('moves') ?? '').split(' ').filter(Boolean)) {
    const move = parseMove(text)
    if (!move || position.whyIllegal(move)) break
    position = position.play(move)
    path.push(text)
  }
  return { start, tree: treeOf(path), path }
}

/** Throws a sentence if a move is not legal. */
function judge(start: string, tree: Tree): void {
  const follow = (position: Position, node: Tree, ply: number) => {
    for (const child of node.children) {
      const move = readMove(child.move)
      const why = position.whyIllegal(move)
      if (why) throw new Error(`move ${ply}, ${child.move}: ${why.sentence}`)
      follow(position.play(move), child, ply + 1)
    }
  }
  follow(Position.parse(start), tree, 1)
}
