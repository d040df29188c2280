import { describe, expect, test } from 'vitest';
import { chainFaults } from '../../src/testwallet/faults/chains.ts';
import { mdocFaults } from '../../src/testwallet/faults/mdocs.ts';
import { sdJwtFaults } from '../../src/testwallet/faults/sdJwts.ts';
import { makeScenario } from '../../src/testwallet/scenario.ts';

const scenario = makeScenario(Date.parse('2026-11-20T12:00:00Z'));

describe.each([
  ['chains', chainFaults],
  ['SD-JWTs', sdJwtFaults],
  ['mdocs', mdocFaults],
])('faults of %s', (_, faults) => {
  test.each(faults.map((fault) => [fault.name, fault.code, fault] as const))(
    '%s: %s',
    (_name, code, fault) => {
      expect(() => fault.bad(scenario)).toThrow(expect.objectContaining({ code }));
      fault.honest(scenario);
    },
  );
});
