import { randomText } from '../support/randomText.ts';

/** Values that somebody did not think of. */
const ODD: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1e308,
  () => 2 ** 53,
  () => 0.1,
  () => '',
  () => '\u0000',
  () => '\ud800',
  () => "' or 1=1; --",
  () => '../../etc/passwd',
  () => '{{7*7}}<script>',
  () => '9999-99-99',
  () => '-271821-04-20T00:00:00Z',
  () => '+275760-09-13T00:00:00.001Z',
  () => randomText(40),
  () => 'x'.repeat(5000),
  () => [],
  () => ({}),
  () => [[[[[[[[]]]]]]]],
  () => Array(300).fill(0),
  () => ({ __proto__: 1, constructor: { prototype: {} }, toString: 'x' }),
  () => JSON.parse('{"__proto__": {"isAdmin": true}}'),
];

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

/** An odd value. */
export function oddValue(): unknown {
  return pick(ODD)();
}

/** A copy of a value, unchanged or with faults in some places. */
export function mutated(value: unknown, chance = 0.15): unknown {
  if (Math.random() < chance) return oddValue();
  if (Array.isArray(value)) return value.map((one) => mutated(one, chance));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, mutated(one, chance)]);
  if (Math.random() < chance / 2)
    entries.push([pick(['__proto__', 'x', '', 'constructor', 'ID']), oddValue()]);
  return Object.fromEntries(entries);
}
