/** The document engine, for the service and for tests. */

export { type ParsedZone, parseZone, type ReadableZone, type ZoneProblem } from './parse/parseZone.ts';
export { stateOf, type ZoneState } from './parse/states.ts';
export { agreesWithPartial } from './parse/zoneDates.ts';
