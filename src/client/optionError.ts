/** A mistake in how the library is called: a `TypeError` with a code, as the other errors have one. */
export function optionError(message: string): TypeError & { code: 'option_invalid' } {
  return Object.assign(new TypeError(message), { code: 'option_invalid' as const });
}
