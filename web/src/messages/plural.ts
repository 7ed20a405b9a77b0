import { numberText } from './numbers'

/**
 * The form of a sentence for a number: `plural(3, ['# chip', '# chips'])`.
 *
 * The build gives it the forms and the rule of the visitor's language; `#` stands for the number.
 */
export function plural(count: number, forms: string[], rule = (n: number) => (n === 1 ? 0 : 1)): string {
  return forms[rule(count)]!.replaceAll('#', numberText(count))
}
