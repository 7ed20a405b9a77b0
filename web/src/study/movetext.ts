/**
 * Trees as text, in the notation of records: `33 44?! {too far} (34 55) 22`. Variations stand in
 * parentheses after the move they replace, comments in braces. Addresses hold this text.
 */

import { trimmed } from '../rules/texts'
import { MARKS, newNode, type MoveMark, type Node, type Tree } from './tree'

/** The moves of a tree as text, without move numbers. */
export function writeTree(tree: Tree): string {
  return [...tree.comments.map(comment), ...follow(tree)].join(' ')
}

function follow(node: Tree): string[] {
  const [main, ...others] = node.children
  if (!main) return []
  const variations = others.map((child) => `(${[...said(child), ...follow(child)].join(' ')})`)
  return [...said(main), ...variations, ...follow(main)]
}

function said({ move, mark, comments }: Node): string[] {
  return [move + mark, ...comments.map(comment)]
}

function comment(text: string): string {
  return `{${text.replace(/[{}\\]/g, '\\$&')}}`
}

const TOKEN = /\{((?:[^\\}]|\\.)*)\}|([0-9]+\.(?:\.\.)?)|([!?]+)|([()])|([^\s(){}!?.,]+)|(\S)/gs

/** The tree that a text describes; throws a sentence if it describes none. Move numbers may be
 * there. A comment before the first move of a variation goes to that move. */
export function readTree(text: string): Tree {
  type Open = { parent: Building; last: Building; early: string[] }
  const root: Building = { comments: [], children: [] }
  let open: Open = { parent: root, last: root, early: [] }
  const outer: Open[] = []
  for (const [token, words, number, mark, bracket, move] of text.matchAll(TOKEN)) {
    if (number || token === ',') continue
    if (words !== undefined) {
      const clean = trimmed(words.replace(/\\([{}\\])/g, '$1'))
      if (outer.length && open.last === open.parent) open.early.push(clean)
      else open.last.comments.push(clean)
    } else if (mark) {
      if (!isMark(mark) || !('move' in open.last)) throw new Error(`${mark} has no place here`)
      open.last.mark = mark
    } else if (bracket === '(') {
      if (open.last === open.parent) throw new Error('a variation has no move before it')
      outer.push(open)
      open = { parent: open.parent, last: open.parent, early: [] }
    } else if (bracket === ')') {
      const before = outer.pop()
      if (!before) throw new Error('a parenthesis is closed that was not opened')
      open = before
    } else if (move) {
      let next = open.last.children.find((child) => child.move === move)
      if (!next) open.last.children.push((next = building(move)))
      next.comments.push(...open.early)
      open = { parent: open.last, last: next, early: [] }
    } else {
      throw new Error(`${token} has no place here`)
    }
  }
  if (outer.length) throw new Error('a variation is not closed')
  return root
}

type Building = {
  move?: string
  mark?: MoveMark | ''
  comments: string[]
  children: (Building & Node)[]
}

function building(move: string): Building & Node {
  return { ...newNode(move), comments: [], children: [] }
}

function isMark(text: string): text is MoveMark {
  return (MARKS as readonly string[]).includes(text)
}
