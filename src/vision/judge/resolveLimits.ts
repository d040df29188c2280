import { type Limits, limitTable } from './limits.ts';

/**
 * The thresholds to use: those given, the defaults for the rest.
 * @throws RangeError that names the first value which is unknown, no number or out of its safe bounds.
 */
export function resolveLimits(own: Partial<Limits> = {}): Limits {
  const limits = Object.fromEntries(
    Object.entries(limitTable).map(([name, { value }]) => [name, value]),
  ) as Limits;
  for (const [name, value] of Object.entries(own) as [keyof Limits, number][]) {
    const bounds = Object.hasOwn(limitTable, name) ? limitTable[name] : undefined;
    if (!bounds) throw new RangeError(`There is no threshold called ${name}.`);
    if (!(value >= bounds.min && value <= bounds.max)) {
      throw new RangeError(`The threshold ${name} must lie between ${bounds.min} and ${bounds.max}.`);
    }
    limits[name] = value;
  }
  return limits;
}
