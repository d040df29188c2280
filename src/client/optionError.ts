/** An error in a call of the library: a `TypeError` with a code, like the other errors. */
export function optionError(message: string): TypeError & { code: 'option_invalid' } {
  return Object.assign(new TypeError(message), { code: 'option_invalid' as const });
}
